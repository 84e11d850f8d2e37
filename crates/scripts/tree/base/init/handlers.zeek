# What the prelude itself does with events.

event net_done(t: time)
	{
	done_with_network = T;
	}
