# Built-in declarations: communityid.

module GLOBAL;

export {
	global community_id_v1: function(cid: conn_id, seed: count &default=0, do_base64: bool &default=T): string;
}
