# Built-in declarations: zeekygen.

module GLOBAL;

export {
	global get_identifier_comments: function(name: string): string;
	global get_identifier_declaring_script: function(name: string): string;
	global get_script_comments: function(name: string): string;
	global get_package_readme: function(name: string): string;
	global get_record_field_comments: function(name: string): string;
	global get_record_field_declaring_script: function(name: string): string;
}
