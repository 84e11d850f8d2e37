# Configuration files.

@load ./main
@load base/frameworks/cluster

module Config;

export {
	const config_files: set[string] = {} &redef;
	global read_config: function(filename: string);
}
