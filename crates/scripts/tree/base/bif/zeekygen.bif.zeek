# Built-in declarations: zeekygen.

module GLOBAL;

export {
	## The comments of an identifier: those of its declaration and, for a function, of its body. Empty if there are none.
	##
	## name: The identifier.
	global get_identifier_comments: function(name: string): string;

	## The script that declares an identifier, below the folder of ZEEKPATH that holds it. Empty for unknown names.
	##
	## name: The identifier.
	global get_identifier_declaring_script: function(name: string): string;

	## The ``##!`` comments of a script. Empty if it was not loaded.
	##
	## name: The script.
	global get_script_comments: function(name: string): string;

	## The README of a folder of scripts that loads as one. Empty if there is none.
	##
	## name: The folder.
	global get_package_readme: function(name: string): string;

	## The comments of a record's field. Empty if there are none.
	##
	## name: Record and field, ``Record$field``.
	global get_record_field_comments: function(name: string): string;

	## The script that adds a field to a record. Empty for unknown fields.
	##
	## name: Record and field, ``Record$field``.
	global get_record_field_declaring_script: function(name: string): string;
}
