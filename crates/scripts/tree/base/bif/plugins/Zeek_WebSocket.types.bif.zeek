# Declarations of the WebSocket plugin: types.
