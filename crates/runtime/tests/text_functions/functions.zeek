type Inner: record {
	a: addr;
	p: port &optional;
};

type Outer: record {
	c: count;
	i: int &optional;
	d: double &default=0.5;
	s: string &optional;
	t: time &optional;
	v: interval &optional;
	n: subnet &optional;
	b: bool &optional;
	inner: Inner &optional;
	texts: set[string] &optional;
	numbers: vector of count &optional;
	pattern_: pattern &optional;
	kind: transport_proto &optional;
};

type Outers: vector of Outer;
type Counts: set[count];
type Names: table[string] of vector of Inner;

global alignment: sw_params = [$min_strlen=2, $sw_variant=0];

function feed(choice: count, s: string)
	{
	switch ( choice )
		{
		case 0:
			local one = from_json(s, Outer);
			if ( one$valid )
				# What was read can be written and read again.
				if ( ! from_json(to_json(one$v), Outer)$valid )
					exit(1);
			break;
		case 1:
			from_json(s, Outers);
			from_json(s, Counts);
			from_json(s, Names);
			break;
		case 2:
			to_addr(s);
			to_subnet(s);
			to_port(s);
			to_count(s);
			to_int(s);
			to_double(s);
			is_valid_ip(s);
			is_valid_subnet(s);
			break;
		case 3:
			decode_base64(s);
			encode_base64(s);
			unescape_URI(s);
			hexstr_to_bytestring(s);
			bytestring_to_count(s);
			bytestring_to_double(s);
			bytestring_to_float(s);
			break;
		case 4:
			if ( |s| > 0 )
				{
				local p = string_to_pattern(s, |s| % 2 == 0);
				split_string(s, p);
				find_all_ordered(s, p);
				gsub(s, p, "-");
				}
			break;
		case 5:
			edit(s, "\x08");
			clean(s);
			to_string_literal(s);
			escape_string(s);
			strip(s);
			reverse(s);
			levenshtein_distance(s, "abc");
			str_smith_waterman(s, "abcabc", alignment);
			break;
		case 6:
			parse_ftp_port(s);
			parse_eftp_port(s);
			parse_distinguished_name(s);
			ptr_name_to_addr(s);
			break;
		case 7:
			strptime("%Y-%m-%d %H:%M:%S", s);
			strptime(s, "2024-02-29 23:59:60");
			strftime(s, double_to_time(1.7e9));
			break;
		case 8:
			local globs = paraglob_init(vector(s, "*", "a?c"));
			paraglob_match(globs, s);
			break;
		case 9:
			local hll = hll_cardinality_init(0.1, 0.9);
			hll_cardinality_add(hll, s);
			md5_hash(s);
			fnv1a32(s);

			break;
		case 10:
			lookup_ID(s);
			global_options();
			type_name(s);
			find_entropy(s);
			break;
		default:
			safe_shell_quote(s);
			levenshtein_distance("", s);
			count_substr(s, "a");
			find_str(s, "a", 0, -1, T);
			rfind_str(s, "a", 0, -1, T);
			ljust(s, 40);
			zfill(s, 40);
			swap_case(s);
			break;
		}
	}

event zeek_init()
	{
	feed(to_count(getenv("CASE")), getenv("TEXT"));
	}
