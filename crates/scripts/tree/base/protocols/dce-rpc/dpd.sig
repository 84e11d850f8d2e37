# Connection-oriented DCE/RPC (C706, 12.6.3.1; MS-RPCE, 2.2.2): version 5, minor version 0 or 1, and one of the types of
# packets that connections have, which leaves out those of datagrams.
signature dpd_dce_rpc {
	payload /^\x05[\x00\x01][\x00\x02\x03\x0b-\x13]/
	enable "DCE_RPC"
}
