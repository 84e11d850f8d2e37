# Built-in declarations: zeekygen.

module GLOBAL;

export {
	## The comments of an identifier. Egret does not have it yet: a call is a runtime error.
	##
	## name: The identifier.
	global get_identifier_comments: function(name: string): string;

	## The script that declares an identifier. Egret does not have it yet: a call is a runtime error.
	##
	## name: The identifier.
	global get_identifier_declaring_script: function(name: string): string;

	## The comments of a script. Egret does not have it yet: a call is a runtime error.
	##
	## name: The script.
	global get_script_comments: function(name: string): string;

	## The README of a folder of scripts. Egret does not have it yet: a call is a runtime error.
	##
	## name: The folder.
	global get_package_readme: function(name: string): string;

	## The comments of a record's field. Egret does not have it yet: a call is a runtime error.
	##
	## name: Record and field, ``Record$field``.
	global get_record_field_comments: function(name: string): string;

	## The script that declares a record's field. Egret does not have it yet: a call is a runtime error.
	##
	## name: Record and field, ``Record$field``.
	global get_record_field_declaring_script: function(name: string): string;
}
