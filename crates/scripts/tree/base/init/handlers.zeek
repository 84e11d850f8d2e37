# Event handlers of the prelude.

event net_done(t: time)
	{
	done_with_network = T;
	}
