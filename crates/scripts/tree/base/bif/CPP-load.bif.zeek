# Built-in declarations: CPP load.

module GLOBAL;

export {
	## Loads scripts that were compiled to C++. Egret compiles none: the call is an error.
	##
	## h: Their hash.
	global load_CPP: function(h: count): bool;
}
