# Mail addresses inside header lines.

# An address (RFC 5322, 3.4.1): a dot-atom or a quoted string, "@", and a domain or an address literal. Bytes above
# ASCII belong to atoms (RFC 6532). An atom here does not begin with an apostrophe: some programs quote with them.
const mail_address =
	/([A-Za-z0-9!#$%&*+\/=?^_`{|}~.\x80-\xff-][A-Za-z0-9!#$%&'*+\/=?^_`{|}~.\x80-\xff-]*|\"(\\.|[^\\\"])*\")/ &
	/@/ & /([A-Za-z0-9_\x80-\xff-]+(\.[A-Za-z0-9_\x80-\xff-]+)*|\[[^\] ]+\])/;

# An entry of a list: everything up to a comma outside of quotes.
const list_entry = /(\"(\\.|[^\\\"])*\"|[^\",])+/;

# Returns every address of a text, in order.
function extract_email_addrs_vec(str: string): string_vec
	{
	return find_all_ordered(str, mail_address);
	}

# Returns the addresses of a text without duplicates.
function extract_email_addrs_set(str: string): set[string]
	{
	return find_all(str, mail_address);
	}

# Returns the first address of a text, empty if it has none.
function extract_first_email_addr(str: string): string
	{
	local found = extract_email_addrs_vec(str);
	return |found| == 0 ? "" : found[0];
	}

# Splits a list of mailboxes (RFC 5322, 3.4). Display names are kept; entries without an address are left out.
function split_mime_email_addresses(line: string): set[string]
	{
	local mailboxes: set[string] = set();

	for ( entry in find_all(line, list_entry) )
		if ( "@" in entry )
			add mailboxes[strip(entry)];

	return mailboxes;
	}
