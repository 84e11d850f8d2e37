# Declarations of the MQTT plugin: types.
