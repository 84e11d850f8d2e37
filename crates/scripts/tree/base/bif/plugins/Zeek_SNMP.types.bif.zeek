# Declarations of the SNMP plugin: types.
