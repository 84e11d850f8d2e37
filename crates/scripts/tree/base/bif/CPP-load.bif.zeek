# Built-in declarations: CPP load.

module GLOBAL;

export {
	## Loads scripts that were compiled to C++. Egret does not compile scripts to C++: calling it is an error.
	##
	## h: The hash of the scripts.
	global load_CPP: function(h: count): bool;
}
