# Declarations of the Cluster_WebSocket plugin: events.

module Cluster;

export {
	## A WebSocket client has connected.
	##
	## endpoint: The client.
	##
	## subscriptions: The topics that it subscribes to.
	global Cluster::websocket_client_added: event(endpoint: EndpointInfo, subscriptions: string_vec);

	## A WebSocket client has disconnected.
	##
	## endpoint: The client.
	##
	## code: The status of the close.
	##
	## reason: The reason of the close.
	global Cluster::websocket_client_lost: event(endpoint: EndpointInfo, code: count, reason: string);
}
