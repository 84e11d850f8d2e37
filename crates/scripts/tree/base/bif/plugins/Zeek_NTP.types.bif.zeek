# What the NTP part declares: types.
