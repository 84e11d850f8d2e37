# Supervised nodes: script functions around the built-in ones.

@load ./api
@load ./control

module Supervisor;

function create(node: NodeConfig): string
	{
	return __create(node);
	}

function status(node: string): Status
	{
	return __status(node);
	}

function restart(node: string): bool
	{
	return __restart(node);
	}

function destroy(node: string): bool
	{
	return __destroy(node);
	}

function is_supervisor(): bool
	{
	return __is_supervisor();
	}

function is_supervised(): bool
	{
	return __is_supervised();
	}

function node(): NodeConfig
	{
	return __node();
	}
