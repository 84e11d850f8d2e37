# Distinguishes connections with equal addresses in different VLANs. Their ids show the VLANs.

redef record conn_id_ctx += {
	## The outer tag.
	vlan: int &log &optional;
	## The inner tag.
	inner_vlan: int &log &optional;
};

redef ConnKey::factory = ConnKey::CONNKEY_VLAN_FIVETUPLE;
