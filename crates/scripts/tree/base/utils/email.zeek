# Mail addresses inside header lines.

# Every address of a text, in order.
function extract_email_addrs_vec(str: string): string_vec
	{
	local found: string_vec = vector();
	local raw = find_all_ordered(str, /(^|[<,:[:blank:]])[^<,:[:blank:]@]+"@"[^>,;[:blank:]]+([>,;[:blank:]]|$)/);

	for ( _, a in raw )
		found += gsub(a, /[<>,:;[:blank:]]/, "");

	return found;
	}

function extract_email_addrs_set(str: string): set[string]
	{
	local found: set[string] = set();

	for ( _, a in extract_email_addrs_vec(str) )
		add found[a];

	return found;
	}

# Empty where the text holds no address.
function extract_first_email_addr(str: string): string
	{
	local found = extract_email_addrs_vec(str);
	return |found| == 0 ? "" : found[0];
	}

# The entries of a list of mailboxes, display names kept.
function split_mime_email_addresses(line: string): set[string]
	{
	local entries: set[string] = set();

	for ( entry in find_all(line, /(\"[^"]*\")?[^,]+@[^,]+/) )
		add entries[strip(entry)];

	return entries;
	}
