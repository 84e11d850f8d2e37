# Configuration files with an option and its value on each line.

@load ./main
@load base/frameworks/cluster

module Config;

export {
	## Files to follow: when one changes, its options are set again.
	const config_files: set[string] = {} &redef;

	## Reads a file once.
	global read_config: function(filename: string);
}

# Lines as they are. Parsed values arrive by `InputConfig::new_value`.
global current_config: table[string] of string = table();

type ConfigItem: record {
	option_nv: string;
};

type EventFields: record {
	option_name: string;
	option_val: string;
};

# The prefix of the streams of files that are read once.
const once = "config-oneshot-";

event config_line(description: Input::EventDescription, tpe: Input::Event, p: EventFields)
	{
	}

function follow(path: string)
	{
	Input::add_table(Input::TableDescription($source=path, $name="config-" + path, $reader=Input::READER_CONFIG,
	                                         $mode=Input::REREAD, $destination=current_config, $idx=ConfigItem,
	                                         $val=ConfigItem, $want_record=F));
	}

# Whether this process reads files: of the nodes of a cluster, the manager does.
function reads_files(): bool
	{
	return ! is_shared() || Cluster::local_node_type() == Cluster::MANAGER;
	}

event zeek_init() &priority=5
	{
	if ( ! reads_files() )
		return;

	for ( path in config_files )
		follow(path);
	}

event InputConfig::new_value(name: string, source: string, id: string, value: any)
	{
	if ( starts_with(name, once) || source in config_files )
		Config::set_value(id, value, source);
	}

function read_config(filename: string)
	{
	if ( ! reads_files() )
		return;

	local name = once + filename;

	Input::add_event(Input::EventDescription($reader=Input::READER_CONFIG, $mode=Input::MANUAL, $source=filename,
	                                         $name=name, $fields=EventFields, $ev=config_line));
	Input::remove(name);
	}
