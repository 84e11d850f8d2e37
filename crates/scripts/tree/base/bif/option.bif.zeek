# Built-in declarations: option.

module Option;

export {
	## Gives an option a new value at run time. Its change handlers are called first and may change the value. An unknown
	## option or a value of another type is an error.
	##
	## ID: The option's name.
	##
	## val: The value.
	##
	## location: The source of the value; may be empty.
	##
	## Returns: True if the option has a new value.
	global Option::set: function(ID: string, val: any, location: string &default=""): bool;

	## Registers a function to be called when an option gets a new value.
	##
	## ID: The option's name.
	##
	## on_change: A function of name, value and optionally location, which returns the value to use.
	##
	## priority: Functions with a higher priority are called first.
	##
	## Returns: True if the function's type fits the option.
	global Option::set_change_handler: function(ID: string, on_change: any, priority: int &default=0): bool;

	## The elements of a set as a vector.
	##
	## v: The set.
	##
	## Returns: Its elements in the order of iteration.
	global Option::any_set_to_any_vec: function(v: any): any_vec;
}
