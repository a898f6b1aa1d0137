"""Fantasy: the Battle in Chernorechye, with secret orders carried out at once, magic and war machines."""
