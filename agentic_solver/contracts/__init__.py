"""L0: what may cross a boundary, how big, under which id; imports nothing of ours but errors."""
