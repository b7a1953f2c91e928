"""What the Python client does when something fails."""

import asyncio
import os
import queue
import re
import signal
import sys
import unittest

from ptywright import Client, Fault, ReplyTimeout, ServerClosed, Terminal, TerminalError, aio, expect, faults

command = sys.argv.pop(1).split(" ")
never = {"type": "contains_text", "value": "never"}


def new_client():
    return Client(command=command)


def sh(client, script):
    return Terminal("/bin/sh", ["-c", script], client=client)


def setUpModule():
    global client
    client = new_client().open()


def tearDownModule():
    client.close()


class Faults(unittest.TestCase):
    def test_a_fault_has_a_class_and_data(self):
        with self.assertRaises(faults.SessionUnknown) as caught:
            client.session.info("s99")
        problem = caught.exception
        self.assertIsInstance(problem, Fault)
        self.assertEqual((problem.name, problem.code), ("SessionUnknown", -32602))
        self.assertEqual(problem.data["session"], "s99")

    def test_an_unknown_method_is_a_fault_without_a_name(self):
        with self.assertRaises(Fault) as caught:
            client.request("no.such_method")
        self.assertIs(type(caught.exception), Fault)
        self.assertEqual((caught.exception.name, caught.exception.code), (None, -32601))

    def test_a_wait_that_times_out_shows_the_screen(self):
        with sh(client, "printf 'name? '; read x") as terminal:
            expect(terminal).to_show("name?")
            with self.assertRaises(faults.Timeout) as caught:
                client.session.wait(terminal.session, never, timeout_ms=20)
            self.assertEqual(caught.exception.data["timeout_ms"], 20)
            self.assertIn("│ name?", str(caught.exception))

    def test_an_expectation_says_what_it_expected_and_what_is_near(self):
        with sh(client, "printf 'Setings'; read x") as terminal:
            expect(terminal).to_show("Setings")
            with self.assertRaises(TerminalError) as caught:
                expect(terminal).to_show("Settings", timeout_ms=20)
            message = str(caught.exception)
            pattern = r'^expect\(terminal\)\.to_show\("Settings"\) failed after \d+ ms: expected the screen to show'
            self.assertRegex(message, pattern)
            self.assertIn('nearest text: "Setings" in row 0\n┌', message)
            self.assertIsInstance(caught.exception, AssertionError)
            self.assertIsInstance(caught.exception.__cause__, faults.Timeout)

    def test_the_end_of_the_program_ends_an_expectation(self):
        with sh(client, "read x; printf bye; exit 7") as terminal:
            terminal.press("enter")
            with self.assertRaisesRegex(TerminalError, r"the program ended first \(status 7\)"):
                expect(terminal).to_show("never")
            with self.assertRaisesRegex(TerminalError, "expected the program to end with status 0; it ended with status 7"):
                expect(terminal).to_have_exited(0)
            expect(terminal).to_have_exited(7)
            with self.assertRaisesRegex(TerminalError, "it ended with status 7"):
                expect(terminal).not_to_have_exited()

    def test_run_needs_a_shell(self):
        with sh(client, "read x") as terminal:
            with self.assertRaisesRegex(TerminalError, "run needs a shell"):
                terminal.run("ls")

    def test_a_program_that_cannot_start(self):
        with self.assertRaises(faults.SpawnFailed):
            Terminal("/no/such/program", client=client).open()

    def test_a_flag_that_the_server_lacks(self):
        with sh(client, "read x") as terminal:
            with self.assertRaisesRegex(TypeError, "VERBOSE"):
                expect(terminal).to_show(re.compile("a b", re.VERBOSE))


class Servers(unittest.TestCase):
    def test_a_client_is_opened_once(self):
        with new_client() as client:
            with self.assertRaisesRegex(RuntimeError, "connected already"):
                client.open()
            self.assertEqual(client.session.list(), {"sessions": []})

    def test_the_end_of_the_server_ends_a_wait(self):
        with new_client() as client, self.assertRaisesRegex(ServerClosed, "signal 9"):
            client._connection._process.kill()
            client.session.list()
        with self.assertRaisesRegex(ServerClosed, "is closed"):
            client.session.list()

    def test_a_server_that_does_not_reply(self):
        with new_client() as client:
            client.session.list()
            pid = client._connection._process.pid
            os.kill(pid, signal.SIGSTOP)
            try:
                with self.assertRaisesRegex(ReplyTimeout, "session.list: no reply within 50 ms"):
                    client.request("session.list", timeout_ms=50)
            finally:
                os.kill(pid, signal.SIGCONT)
            self.assertEqual(client.session.list(), {"sessions": []})

    def test_nothing_listens_on_the_socket(self):
        with self.assertRaisesRegex(ServerClosed, "cannot connect to /no/such/socket"):
            Client("/no/such/socket").open()

    def test_a_command_that_is_not_ptywright(self):
        with self.assertRaises(FileNotFoundError):
            Client(command=["/no/such/command"]).open()
        with Client(command=["sh", "-c", "exit 3"]) as client:
            with self.assertRaisesRegex(ServerClosed, "the server ended with status 3"):
                client.session.list()
        with Client(command=["sh", "-c", "echo hello; cat"]) as client:
            with self.assertRaises(ServerClosed):
                client.session.list()

    def test_a_client_that_is_not_open(self):
        with self.assertRaisesRegex(RuntimeError, "with statement"):
            Client().session.list()
        with self.assertRaisesRegex(RuntimeError, "with statement"):
            Terminal().type("a")
        with self.assertRaisesRegex(ValueError, "unknown framing"):
            Client(command=command, framing="xml").open()


class Events(unittest.TestCase):
    def test_a_listener_gets_events_until_it_is_removed(self):
        with new_client() as client:
            opened = queue.Queue()
            remove = client.on("session.opened", opened.put)
            client.on("session.opened", lambda event: 1 / 0)
            client.server.set_notifications(True, lifecycle=True)
            with self.assertLogs("ptywright", "ERROR"):
                with sh(client, "read x") as terminal:
                    self.assertEqual(opened.get()["session"], terminal.session)
                    client.session.list()
            remove()
            with self.assertLogs("ptywright", "ERROR"):
                with sh(client, "read x"):
                    client.session.list()
            self.assertTrue(opened.empty())

    def test_a_listener_cannot_send_requests(self):
        with new_client() as client:
            raised = queue.Queue()

            def listener(_):
                try:
                    client.session.list()
                except RuntimeError as problem:
                    raised.put(problem)

            client.on("session.opened", listener)
            client.server.set_notifications(True, lifecycle=True)
            with sh(client, "read x"):
                self.assertIn("another thread", str(raised.get()))


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def test_a_cancelled_task_cancels_its_wait(self):
        async with aio.Client(command=command) as client:
            waits = asyncio.Queue()
            client.on("session.waiting", waits.put_nowait)
            await client.server.set_notifications(True, waits=True)
            async with aio.Terminal("/bin/sh", ["-c", "read x"], client=client) as terminal:
                task = asyncio.ensure_future(client.session.wait(terminal.session, never))
                started = await waits.get()
                task.cancel()
                ended = await waits.get()
                self.assertEqual((started["pending_waits"], ended["pending_waits"]), (1, 0))
                with self.assertRaises(asyncio.CancelledError):
                    await task

    async def test_waits_run_side_by_side(self):
        async with aio.Client(command=command) as client:
            async with aio.Terminal("/bin/sh", ["-c", "read x; echo one; read x; echo two; read x"], client=client) as terminal:
                both = asyncio.gather(
                    aio.expect(terminal).to_show("one"), aio.expect(terminal).to_show("two")
                )
                await terminal.press("enter enter")
                await both

    async def test_the_end_of_the_server_ends_a_wait(self):
        async with aio.Client(command=command) as client:
            client._connection._process.kill()
            with self.assertRaisesRegex(ServerClosed, "signal 9"):
                await client.session.list()
            with self.assertRaisesRegex(ServerClosed, "is closed"):
                await client.session.list()

    async def test_a_server_that_does_not_reply(self):
        async with aio.Client(command=command) as client:
            await client.session.list()
            pid = client._connection._process.pid
            os.kill(pid, signal.SIGSTOP)
            try:
                with self.assertRaises(ReplyTimeout):
                    await client.request("session.list", timeout_ms=50)
            finally:
                os.kill(pid, signal.SIGCONT)

    async def test_nothing_listens_on_the_socket(self):
        with self.assertRaises(ServerClosed):
            await aio.Client("/no/such/socket").open()


unittest.main()
