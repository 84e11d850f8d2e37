# A connect names the protocol, MQTT or MQIsdp, after its length of one to four bytes and the name's of two.
signature dpd_mqtt {
	payload /^.{4,7}MQ/
	enable "mqtt"
}
