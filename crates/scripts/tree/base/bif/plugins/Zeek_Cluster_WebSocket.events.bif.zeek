# What the Cluster_WebSocket part declares: events.

module Cluster;

export {
	global Cluster::websocket_client_added: event(endpoint: EndpointInfo, subscriptions: string_vec);
	global Cluster::websocket_client_lost: event(endpoint: EndpointInfo, code: count, reason: string);
}
