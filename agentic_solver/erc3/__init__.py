"""The ERC3 domain: a company's API, its wiki, and one sentence to act on."""
