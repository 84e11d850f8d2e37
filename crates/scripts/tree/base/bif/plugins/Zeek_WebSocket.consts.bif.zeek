# What the WebSocket part declares: consts.
