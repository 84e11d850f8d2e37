# Built-in declarations: option.

module Option;

export {
	## Gives an option a new value while the run goes on. Functions that watch it are called first and may change the
	## value. An unknown option and a value of another type are errors.
	##
	## ID: The option's name.
	##
	## val: The value.
	##
	## location: Where the value is from; an empty text for no place.
	##
	## Returns: True if the option has a new value.
	global Option::set: function(ID: string, val: any, location: string &default=""): bool;

	## Has a function called when an option is given a new value.
	##
	## ID: The option's name.
	##
	## on_change: A function of name and value, and optionally the place, that returns the value to take.
	##
	## priority: Functions with a higher priority are called first.
	##
	## Returns: True if the function fits the option.
	global Option::set_change_handler: function(ID: string, on_change: any, priority: int &default=0): bool;

	## The elements of a set as a vector.
	##
	## v: The set.
	##
	## Returns: Its elements in the order of iteration.
	global Option::any_set_to_any_vec: function(v: any): any_vec;
}
