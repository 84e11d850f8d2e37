# Version 5, minor 0 or 1, and a type of packet.
signature dpd_dce_rpc {
	payload /\x05[\x00\x01][\x00-\x13]/
	enable "DCE_RPC"
}
