# Connections of different VLANs are different ones, whatever their addresses; their ids show the VLANs.

redef record conn_id_ctx += {
	## The outer tag.
	vlan: int &log &optional;
	## The tag inside of it.
	inner_vlan: int &log &optional;
};

redef ConnKey::factory = ConnKey::CONNKEY_VLAN_FIVETUPLE;
