# Built-in declarations: supervisor.

module Supervisor;

export {
	type Supervisor::ClusterRole: enum {
		NONE = 0,
		LOGGER = 1,
		MANAGER = 2,
		PROXY = 3,
		WORKER = 4,
	};

	## Answers Supervisor::status. Egret does not have it yet: a call is a runtime error.
	##
	## node: A node's name, empty for all.
	global Supervisor::__status: function(node: string): Supervisor::Status;

	## Answers Supervisor::create. Egret does not have it yet: a call is a runtime error.
	##
	## node: The new node.
	global Supervisor::__create: function(node: Supervisor::NodeConfig): string;

	## Answers Supervisor::destroy. Egret does not have it yet: a call is a runtime error.
	##
	## node: A node's name, empty for all.
	global Supervisor::__destroy: function(node: string): bool;

	## Answers Supervisor::restart. Egret does not have it yet: a call is a runtime error.
	##
	## node: A node's name, empty for all.
	global Supervisor::__restart: function(node: string): bool;

	## Answers Supervisor::is_supervised.
	##
	## Returns: Always false: there is no supervisor.
	global Supervisor::__is_supervised: function(): bool;

	## Answers Supervisor::node. Egret does not have it yet: a call is a runtime error.
	global Supervisor::__node: function(): Supervisor::NodeConfig;

	## Answers Supervisor::is_supervisor.
	##
	## Returns: Always false: there is no supervisor.
	global Supervisor::__is_supervisor: function(): bool;

	## The process that starts nodes. Egret does not have it yet: a call is a runtime error.
	global Supervisor::__stem_pid: function(): int;
}
