# Built-in declarations: communityid.

module GLOBAL;

export {
	## The Community ID of a connection: the same text in every tool, whichever side is called the originator.
	##
	## cid: The connection's endpoints.
	##
	## seed: A seed; tools must use the same one to get the same ids.
	##
	## do_base64: True for Base64, false for hexadecimal digits.
	##
	## Returns: The id with its version: ``1:``, then the digest.
	global community_id_v1: function(cid: conn_id, seed: count &default=0, do_base64: bool &default=T): string;
}
