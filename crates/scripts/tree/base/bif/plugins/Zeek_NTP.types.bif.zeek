# Declarations of the NTP plugin: types.
