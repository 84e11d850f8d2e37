# What the SNMP part declares: types.
