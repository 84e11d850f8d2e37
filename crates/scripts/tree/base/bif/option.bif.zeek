# Built-in declarations: option.

module Option;

export {
	global Option::set: function(ID: string, val: any, location: string &default=""): bool;
	global Option::set_change_handler: function(ID: string, on_change: any, priority: int &default=0): bool;
	global Option::any_set_to_any_vec: function(v: any): any_vec;
}
