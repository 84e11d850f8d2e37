# Built-in declarations: const.
