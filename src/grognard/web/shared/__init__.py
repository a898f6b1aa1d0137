"""What every page has in common: the frame of a page, and the page of an error."""
