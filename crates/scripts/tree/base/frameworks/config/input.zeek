# Configuration files: a name and a value a line.

@load ./main
@load base/frameworks/cluster

module Config;

export {
	## Files that are followed: options change when they do.
	const config_files: set[string] = {} &redef;

	## Reads a file once.
	global read_config: function(filename: string);
}

# Lines as they are; values arrive by an event of their own.
global current_config: table[string] of string = table();

type ConfigItem: record {
	option_nv: string;
};

type EventFields: record {
	option_name: string;
	option_val: string;
};

# Streams of files that are read once are named by this and the file.
const once = "config-oneshot-";

event config_line(description: Input::EventDescription, tpe: Input::Event, p: EventFields)
	{
	}

event zeek_init() &priority=5
	{
	for ( path in config_files )
		Input::add_table(Input::TableDescription($reader=Input::READER_CONFIG, $mode=Input::REREAD, $source=path,
		                                         $name="config-" + path, $idx=ConfigItem, $val=ConfigItem,
		                                         $want_record=F, $destination=current_config));
	}

event InputConfig::new_value(name: string, source: string, id: string, value: any)
	{
	if ( starts_with(name, once) || source in config_files )
		Config::set_value(id, value, source);
	}

function read_config(filename: string)
	{
	local name = once + filename;

	Input::add_event(Input::EventDescription($reader=Input::READER_CONFIG, $mode=Input::MANUAL, $source=filename,
	                                         $name=name, $fields=EventFields, $ev=config_line));
	Input::remove(name);
	}
