# What the NetBIOS part declares: functions.

module GLOBAL;

export {
	global decode_netbios_name: function(name: string): string;
	global decode_netbios_name_type: function(name: string): count;
}
