# MQTT 3.1.1, 3.1.1 and 3.1.2.1: CONNECT has a type, its length in one to four bytes, the length of the protocol's name,
# and the name MQTT; MQTT 3.1 calls itself MQIsdp.
signature dpd_mqtt {
	payload /^.{4,7}MQ/
	enable "mqtt"
}
