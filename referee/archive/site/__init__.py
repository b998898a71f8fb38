"""The archive as pages: a folder that needs no server, built from records alone."""
