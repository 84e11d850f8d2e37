@load ./main
@load ./contents
@load ./inactivity
@load ./polling
@load ./thresholds
@load ./removal-hooks
