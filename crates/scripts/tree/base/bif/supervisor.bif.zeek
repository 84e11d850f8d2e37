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

	## Implements Supervisor::status.
	##
	## node: A node's name, empty for all.
	global Supervisor::__status: function(node: string): Supervisor::Status;

	## Implements Supervisor::create.
	##
	## node: The new node.
	global Supervisor::__create: function(node: Supervisor::NodeConfig): string;

	## Implements Supervisor::destroy.
	##
	## node: A node's name, empty for all.
	global Supervisor::__destroy: function(node: string): bool;

	## Implements Supervisor::restart.
	##
	## node: A node's name, empty for all.
	global Supervisor::__restart: function(node: string): bool;

	## Implements Supervisor::is_supervised.
	##
	## Returns: True in a process that a supervisor started.
	global Supervisor::__is_supervised: function(): bool;

	## Implements Supervisor::node.
	##
	## Returns: The configuration of this node; an error in other processes.
	global Supervisor::__node: function(): Supervisor::NodeConfig;

	## Implements Supervisor::is_supervisor.
	##
	## Returns: True in a process that was started with -j.
	global Supervisor::__is_supervisor: function(): bool;

	## The process that starts nodes.
	##
	## Returns: Its id, or -1 while it is being replaced.
	global Supervisor::__stem_pid: function(): int;
}
