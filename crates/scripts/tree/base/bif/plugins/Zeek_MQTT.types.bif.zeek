# What the MQTT part declares: types.
