@load ./main
@load ./weird
@load ./actions/email_admin
@load ./actions/page
@load ./actions/add-geodata
@load ./actions/pp-alarms
