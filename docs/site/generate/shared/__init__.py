"""What the generators of the site's pages share."""
