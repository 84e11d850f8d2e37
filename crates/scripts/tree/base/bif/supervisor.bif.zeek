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
	global Supervisor::__status: function(node: string): Supervisor::Status;
	global Supervisor::__create: function(node: Supervisor::NodeConfig): string;
	global Supervisor::__destroy: function(node: string): bool;
	global Supervisor::__restart: function(node: string): bool;
	global Supervisor::__is_supervised: function(): bool;
	global Supervisor::__node: function(): Supervisor::NodeConfig;
	global Supervisor::__is_supervisor: function(): bool;
	global Supervisor::__stem_pid: function(): int;
}
