"""The line between a notebook and its kernel, without the pause that makes sliders stutter."""

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class UndelayedConnection(ZMQChannelsWebsocketConnection):
    """Send each message to the browser at once.

    TCP by default holds a second small message back until the first is acknowledged, which may take 40 ms (Linux) or
    200 ms (Windows); one move of a knob is four small messages. ``TCP_NODELAY`` switches that off (RFC 9293, section
    3.7.4; tornado, ``WebSocketHandler.set_nodelay``). `classroom.open` names this class to the server as
    ``ServerApp.kernel_websocket_connection_class``; without it everything works, only later.
    """

    async def connect(self):
        """Open the line as the base class does, with nothing held back."""
        self.websocket_handler.set_nodelay(True)
        return await super().connect()
