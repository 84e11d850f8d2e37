# Connection tuples as texts.

module GLOBAL;

export {
	global id_string: function(id: conn_id): string;
	global reverse_id_string: function(id: conn_id): string;
	global directed_id_string: function(id: conn_id, is_orig: bool): string;
}

function id_string(id: conn_id): string
	{
	return directed_id_string(id, T);
	}

function reverse_id_string(id: conn_id): string
	{
	return directed_id_string(id, F);
	}

function directed_id_string(id: conn_id, is_orig: bool): string
	{
	return fmt("%s:%d %s %s:%d", id$orig_h, id$orig_p, is_orig ? ">" : "<", id$resp_h, id$resp_p);
	}
