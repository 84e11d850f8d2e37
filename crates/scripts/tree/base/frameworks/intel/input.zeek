# Reads indicators from files.

@load ./main

module Intel;

export {
	## Files to read; they are read again when they change. With the NATS backend, ``nats:NAME`` is a feed of the cluster.
	const read_files: set[string] = {} &redef;

	## The folder of files without an absolute path.
	const path_prefix = "" &redef;

	global read_entry: event(desc: Input::EventDescription, tpe: Input::Event, item: Intel::Item);
	global read_error: event(desc: Input::EventDescription, message: string, level: Reporter::Level);
}

event Intel::read_entry(desc: Input::EventDescription, tpe: Input::Event, item: Intel::Item)
	{
	Intel::insert(item);
	}

function located(path: string): string
	{
	# Feeds of a cluster are no paths.
	if ( path_prefix == "" || starts_with(path, "/") || starts_with(path, "nats:") )
		return path;

	return cat(rstrip(path_prefix, "/"), "/", path);
	}

event zeek_init() &priority=5
	{
	# Of the processes of a cluster, the manager reads them.
	if ( Cluster::is_enabled() && ! Cluster::joint_logs && Cluster::local_node_type() != Cluster::MANAGER )
		return;

	for ( path in read_files )
		Input::add_event(Input::EventDescription($source=located(path), $reader=Input::READER_ASCII,
		                                         $mode=Input::REREAD, $name="intel-" + path, $fields=Item,
		                                         $ev=Intel::read_entry, $error_ev=Intel::read_error));
	}
