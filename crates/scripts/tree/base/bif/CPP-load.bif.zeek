# Built-in declarations: CPP load.

module GLOBAL;

export {
	global load_CPP: function(h: count): bool;
}
