# Checks for optional scripts.

# Whether `@load` of this name would succeed.
function can_load(p: string): bool
	{
	return |find_in_zeekpath(p)| > 0;
	}
