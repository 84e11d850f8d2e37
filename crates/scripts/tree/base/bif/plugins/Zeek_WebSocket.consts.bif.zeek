# Declarations of the WebSocket plugin: consts.
