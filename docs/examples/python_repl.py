"""Uses the Python REPL from Python, without a client library: each message is one line of JSON on a Unix socket.

    npm start                               # in another terminal
    python3 docs/examples/python_repl.py
"""

import json
import os
import socket

home = os.environ.get("PTYWRIGHT_HOME") or os.path.expanduser("~/.ptywright")
connection = socket.socket(socket.AF_UNIX)
connection.connect(os.path.join(home, "socket"))
stream = connection.makefile("rw", encoding="utf-8")


def call(method, **params):
    """Sends a request and returns its result."""
    print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}), file=stream, flush=True)
    reply = json.loads(stream.readline())
    if "error" in reply:
        raise RuntimeError(reply["error"]["message"])
    return reply["result"]


def contains(text):
    return {"type": "contains_text", "value": text}


session = call("session.create", program="python3", args=["-q"], env={"PYTHON_BASIC_REPL": "1"})["session"]
call("session.wait", session=session, matcher=contains(">>>"))
reply = call(
    "session.act",
    session=session,
    actions=[{"type": "text", "value": "sum(range(101))"}, {"type": "key", "value": "enter"}],
    matcher=contains("5050"),
    evidence="text",
)
print(reply["plain_text"].strip())
call("session.close", session=session)
