"""Calls every method of the Python client: its declared examples, and those that need another call first.

Reads the examples from standard input, and prints the names of the methods that were called.
"""

import asyncio
import json
import os
import re
import sys
import tempfile

import ptywright
import ptywright.aio
from ptywright import Fault, faults

given = json.load(sys.stdin)
called = set()


class Direct:
    """The client for ordinary programs."""

    module = ptywright

    def run(self, result):
        return result


class Awaited:
    """The client for asyncio. Each call runs in the same loop."""

    module = ptywright.aio

    def __init__(self):
        self.loop = asyncio.new_event_loop()

    def run(self, coroutine):
        return self.loop.run_until_complete(coroutine)


mode = Awaited() if given["asyncio"] else Direct()


def connect(socket="socket"):
    """Opens a client. Each has a server of its own."""
    return mode.run(mode.module.Client(given[socket], framing=given["framing"]).open())


def call(client, name, /, **params):
    called.add(name)
    target = client
    for word in name.split("."):
        target = getattr(target, word)
    renamed = {f"{key}_" if key == "from" else key: value for key, value in params.items()}
    return mode.run(target(**renamed))


def program(name):
    return {"program": "/bin/sh", "args": [os.path.join(given["programs"], f"{name}.sh")]}


def settled(client, name):
    session = call(client, "session.create", **program(name))["session"]
    call(client, "session.wait", session=session, matcher={"type": "transcript_regex", "value": "."})
    return session


def check(expected, actual, path="result"):
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name, value in expected.items():
            assert name in actual, f"{path} lacks {name}: {actual}"
            check(value, actual[name], f"{path}.{name}")
    elif isinstance(expected, list) and isinstance(actual, list):
        assert len(expected) == len(actual), f"{path}: expected {expected}, got {actual}"
        for at, (one, other) in enumerate(zip(expected, actual)):
            check(one, other, f"{path}[{at}]")
    else:
        assert expected == actual, f"{path}: expected {expected!r}, got {actual!r}"


def follow(client, method, example):
    params = dict(example["send"])
    if "plugin" in example:
        adapter = call(client, "adapter.start", plugin=example["plugin"])["adapter"]
        if method != "adapter.live":
            params["adapter"] = adapter
    if "program" in example:
        session = settled(client, example["program"])
        if method != "session.list":
            params["session"] = session
    if "fault" not in example:
        result = call(client, method, **params)
        if "reply" in example:
            check(example["reply"], result)
        return
    try:
        result = call(client, method, **params)
    except Fault as problem:
        expected = faults.by_name[example["fault"]]
        assert type(problem) is expected and problem.name == example["fault"], repr(problem)
        return
    raise AssertionError(f"expected the fault {example['fault']}, got {result}")


def alone(method, example):
    """Whether the method acts on the whole server, or its reply depends on what the server has."""
    if "." not in method or method.startswith(("server.", "plugin.")) or method.endswith((".list", ".live")):
        return True
    return re.search(r'"[a-z]1[".]', json.dumps(example.get("reply"))) is not None


def follow_all():
    shared = connect()
    for method, example in given["examples"]:
        client = connect() if alone(method, example) else shared
        try:
            follow(client, method, example)
        except Exception as problem:
            raise AssertionError(f"{method}: {example['title']}: {problem!r}") from problem
        finally:
            if client is not shared:
                mode.run(client.close())
    mode.run(shared.close())


def call_viewers(client):
    session = settled(client, "asks-name")
    attached = call(client, "session.attach", session=session, size={"rows": 10, "cols": 40}, paced=True)
    viewer = {"session": session, "viewer": attached["viewer"]}
    assert call(client, "session.view", size={"rows": 12, "cols": 40}, **viewer) == {"changed": True}
    call(client, "session.look", **{"from": "oldest"}, **viewer)
    assert call(client, "session.drawn", **viewer) == {"noted": True}
    assert call(client, "session.type", data="ab", **viewer) == {"bytes": 2, "captured": False}
    assert call(client, "session.detach", **viewer) == {"detached": True}


def call_layers(client):
    session = settled(client, "asks-name")
    for kind, place in (("overlay", {"x": 1, "y": 1}), ("panel", {"position": "top", "height": 1})):
        layer = {"session": session, **call(client, f"{kind}.create", session=session, **place)}
        assert call(client, f"{kind}.change", spans=[{"text": "hello"}], **layer) == {"changed": True}
        assert call(client, f"{kind}.get", **layer)["spans"][0]["text"] == "hello"
        assert call(client, f"{kind}.delete", **layer) == {"deleted": True}


def call_baselines(client):
    name = f"python-{given['framing']}"
    baseline = {"session": settled(client, "asks-name"), "name": name}
    assert call(client, "baseline.compare", **baseline)["exists"] is False
    assert call(client, "baseline.update", **baseline)["replaced"] is False
    assert call(client, "baseline.compare", **baseline)["matched"] is True
    assert name in str(call(client, "baseline.list"))


def call_recordings(client):
    session = settled(client, "asks-name")
    with tempfile.TemporaryDirectory() as folder:
        recording = call(client, "recording.start", session=session, path=f"{folder}/a.cast")
        assert call(client, "recording.mark", label="a chapter", **recording) == {"marked": True}
        call(client, "session.input", session=session, action={"type": "text", "value": "ada\r"})
        call(client, "session.wait", session=session, matcher={"type": "contains_text", "value": "hello ada"})
        assert call(client, "recording.stop", **recording)["path"] == f"{folder}/a.cast"
        assert "hello ada" in call(client, "recording.read", **recording)["text"]
        assert call(client, "recording.film", path=f"{folder}/a.gif", **recording)["frames"] > 0


def call_endings():
    client = connect()
    call(client, "initialize", processId=None, capabilities={})
    call(client, "initialized")
    call(client, "shutdown")
    call(client, "exit")
    mode.run(client.close())


follow_all()
client = connect("artifact_socket")
for calls in (call_viewers, call_layers, call_baselines, call_recordings):
    calls(client)
mode.run(client.close())
call_endings()
print(json.dumps(sorted(called)))
