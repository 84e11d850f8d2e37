# What the WebSocket part declares: types.
