# Scripts that may or may not be installed.

# Whether @load of this name would find something.
function can_load(p: string): bool
	{
	return |find_in_zeekpath(p)| > 0;
	}
