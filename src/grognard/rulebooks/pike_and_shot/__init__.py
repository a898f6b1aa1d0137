"""Pike and Shot: battles of the Thirty Years' War and its eastern neighbours."""
