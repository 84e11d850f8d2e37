# Built-in declarations: telemetry consts.
