"""Programs as a user would test them with the Python client."""

import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

from ptywright import Client, Terminal, TerminalError, aio, expect

command = sys.argv.pop(1).split(" ")


def setUpModule():
    global client
    client = Client(command=command).open()


def tearDownModule():
    client.close()


class Vim(unittest.TestCase):
    def test_writes_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "notes.txt")
            with Terminal("vim", ["-u", "NONE", "-N", path], client=client) as terminal:
                expect(terminal).to_show("~")
                terminal.type("ihello from python")
                terminal.press("escape")
                expect(terminal).to_show(re.compile(r"HELLO \w+ python", re.IGNORECASE))
                expect(terminal).not_to_show("-- INSERT --")
                terminal.type(":wq")
                terminal.press("enter")
                expect(terminal).to_have_exited(0)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), "hello from python\n")


class Fzf(unittest.TestCase):
    def test_picks_a_line(self):
        with Terminal("sh", ["-c", "printf 'apple\\nbanana\\ncherry\\n' | fzf"], client=client) as terminal:
            expect(terminal).to_show("3/3")
            terminal.type("ban")
            expect(terminal).to_show("1/3")
            terminal.press("enter")
            expect(terminal).to_have_exited(0)
            self.assertIn("banana", terminal.screen())


class Whiptail(unittest.TestCase):
    def test_answers_a_question(self):
        with Terminal("whiptail", ["--yesno", "Continue?", "8", "40"], client=client) as terminal:
            expect(terminal).to_show("Continue?")
            self.assertEqual(terminal.get_by_text("<Yes>").count(), 1)
            terminal.press("tab enter")
            expect(terminal).to_have_exited(1)


class Mouse(unittest.TestCase):
    def test_clicks_hovers_and_scrolls(self):
        script = r"stty raw -echo; printf '\033[?1003h\033[?1006h\033[2;3H[ OK ]\033[6;1H'; exec cat -v"
        with Terminal("sh", ["-c", script], client=client) as terminal:
            button = terminal.get_by_text("OK").unique()
            button.click()
            expect(terminal).to_show("^[[<0;5;2M^[[<0;5;2m")
            button.click(ctrl=True, button="right")
            expect(terminal).to_show("^[[<18;5;2M")
            button.hover()
            expect(terminal).to_show("^[[<35;5;2M")
            button.scroll("down", count=2)
            expect(terminal).to_show("^[[<65;5;2M^[[<65;5;2M")


class Shell(unittest.TestCase):
    def test_runs_commands_and_pastes(self):
        with Terminal(client=client, env={"GREETING": "hi"}, rows=30, cols=90) as terminal:
            self.assertEqual(terminal.run("echo $GREETING; stty size"), ("hi\n30 90\n", 0))
            self.assertEqual(terminal.run("false").status, 1)
            output, status = terminal.run("seq 20000; (exit 3)")
            self.assertEqual(output.split(), [str(number) for number in range(1, 20001)])
            self.assertEqual(status, 3)
            with self.assertRaisesRegex(TerminalError, "its beginning is lost"):
                terminal.run("seq 400000")
            terminal.resize(20, 70)
            self.assertEqual(terminal.run("stty size").output, "20 70\n")
            terminal.paste("echo pasted")
            terminal.press("enter")
            expect(terminal).to_show(re.compile(r"(?m)^pasted"))
            self.assertTrue(terminal.screenshot().startswith(b"\x89PNG"))
            terminal.type(r"printf '\033]2;a title\a'")
            terminal.press("enter")
            expect(terminal).to_have_title("a title")
            expect(terminal).to_have_title(re.compile("^a"))
            expect(terminal).not_to_have_title("another")
            terminal.type("exec sleep 60")
            terminal.press("enter")
            terminal.signal("kill")
            expect(terminal).to_have_exited()

    def test_starts_its_own_server(self):
        with Terminal("sh", ["-c", "echo ready; read x"]) as terminal:
            expect(terminal).to_show("ready")
            terminal.wait_for({"type": "screen_stable", "value": {"min_ms": 10}})
            expect(terminal).not_to_have_exited()


class Files(unittest.TestCase):
    def test_returns_the_copied_texts_in_their_order(self):
        script = r"for text in b25l dHdv; do printf '\033]52;c;%s\007' $text; done; read x"
        with Terminal("sh", ["-c", script], client=client) as terminal:
            self.assertEqual([terminal.clipboard(), terminal.clipboard()], ["one", "two"])
            with self.assertRaisesRegex(TerminalError, "clipboard failed after"):
                terminal.clipboard(timeout_ms=20)

    def test_records(self):
        with tempfile.TemporaryDirectory() as folder, Terminal(client=client) as terminal:
            with self.assertRaisesRegex(RuntimeError, "call start_recording first"):
                terminal.stop_recording()
            for name, begin in (("a.cast", b'{"version"'), ("a.cast", b'{"version"'), ("a.gif", b"GIF89a")):
                path = os.path.join(folder, name)
                terminal.start_recording(path)
                with self.assertRaisesRegex(RuntimeError, "is running"):
                    terminal.start_recording(path)
                terminal.run("echo recorded")
                terminal.stop_recording()
                with open(path, "rb") as file:
                    self.assertEqual(file.read(len(begin)), begin)

    def test_keeps_the_files_of_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            with Terminal("ls", [path], client=client, cwd=path, artifacts=path) as terminal:
                expect(terminal).to_have_exited(0)
            self.assertEqual(os.listdir(folder), [])
            with self.assertRaises(TerminalError):
                with Terminal("echo", ["shown"], client=client, artifacts=folder) as terminal:
                    expect(terminal).to_have_exited(7)
            (name,) = os.listdir(folder)
            self.assertRegex(name, "^programs-py-files-test-keeps-the-files-of-a-failure")
            files = sorted(os.listdir(os.path.join(folder, name)))
            self.assertEqual(files, ["recording.cast", "screen.png", "screen.txt", "transcript.txt"])
            for file in ("recording.cast", "screen.txt", "transcript.txt"):
                with open(os.path.join(folder, name, file), encoding="utf-8") as content:
                    self.assertIn("shown", content.read())


class Screens(unittest.TestCase):
    def tearDown(self):
        for name in ("PTYWRIGHT_UPDATE_SCREENS", "CI", "PYTEST_CURRENT_TEST"):
            os.environ.pop(name, None)

    def test_compares_the_screen_with_its_snapshot(self):
        os.environ.pop("CI", None)
        with tempfile.TemporaryDirectory() as folder:
            check, path = self.checks_in(folder)
            with Terminal("sh", ["-c", "echo one; read x; echo two; read x"], client=client) as terminal:
                expect(terminal).to_show("one")
                check(terminal, name="home")
                with open(path("home"), encoding="utf-8") as file:
                    self.assertEqual(file.read(), "one\n")
                check(terminal, name="home")
                terminal.press("enter")
                expect(terminal).to_show("two")
                with self.assertRaisesRegex(TerminalError, r"it differs\n(.*\n)*\+two"):
                    check(terminal, name="home")
                self.assertEqual(os.listdir("test-results/test-screen-py"), ["actual-home.txt"])
                check(terminal, mask=["two", re.compile("o[m-o]e")], name="masked")
                os.environ["PTYWRIGHT_UPDATE_SCREENS"] = "1"
                check(terminal, name="home")
                os.environ.pop("PTYWRIGHT_UPDATE_SCREENS")
                check(terminal, name="home")
                os.environ["CI"] = "1"
                with self.assertRaisesRegex(TerminalError, "there is no snapshot"):
                    check(terminal, name="another")
            self.assertEqual(self.names(path), ["home.txt", "masked.txt"])

    def test_names_each_snapshot_after_its_test(self):
        os.environ.pop("CI", None)
        with tempfile.TemporaryDirectory() as folder:
            check, path = self.checks_in(folder)
            with Terminal("sh", ["-c", "stty -echo; echo one; read x; echo two; read x"], client=client) as terminal:
                check(terminal)
                terminal.press("enter")
                expect(terminal).to_show("two")
                check(terminal)
                for test in ("A::test_x", "B::test_x", "test_x[a:b]", "test_x[a-b]", "test_é"):
                    os.environ["PYTEST_CURRENT_TEST"] = f"test_screen.py::{test} (call)"
                    check(terminal)
            names = self.names(path)
            for name in ("a-test-x", "b-test-x", "compares-the-screen", "compares-the-screen-2", "test-é"):
                self.assertIn(f"{name}.txt", names)
            self.assertEqual(len(names), 7)

    def test_saves_a_screen_at_rest_and_masks_any_width(self):
        os.environ.pop("CI", None)
        script = r"stty -echo; read x; echo 7ms; read x; printf '\033[2J\033[H1234ms'; read x"
        with tempfile.TemporaryDirectory() as folder:
            check, path = self.checks_in(folder)
            with Terminal("sh", ["-c", script], client=client) as terminal:
                with self.assertRaisesRegex(TerminalError, "has not printed anything"):
                    check(terminal, name="time")
                terminal.press("enter")
                expect(terminal).to_show("7ms")
                check(terminal, name="time", mask=[re.compile(r"\d+ms")])
                terminal.press("enter")
                expect(terminal).to_show("1234ms")
                check(terminal, name="time", mask=[re.compile(r"\d+ms")])
                time = terminal.get_by_text(re.compile(r"\d+")).get_by_text("ms", direction="right")
                check(terminal, name="number", mask=[re.compile(r"^\d+"), time])
                check(terminal, name="time", mask=[terminal.get_by_text(re.compile(r"\d+ms"))])
            for name, shown in (("time", "░\n"), ("number", "░░\n")):
                with open(path(name), encoding="utf-8") as file:
                    self.assertEqual(file.read(), shown)

    def test_masks_the_matches_of_a_locator_in_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.basename(folder)
            for time in ("10:24", "23:59"):
                with Terminal("sh", ["-c", f"printf 'at {time} and 1'; read x"], client=client) as terminal:
                    clock = terminal.get_by_text("at").get_by_text(re.compile(r"\S+"), direction="right").first()
                    expect(terminal).to_show("and")
                    expect(terminal).to_match_picture(name, mask=[clock], timeout_ms=2000)
        self.remove_pictures()

    def test_waits_until_the_screen_equals_its_snapshot(self):
        with tempfile.TemporaryDirectory() as folder:
            check, path = self.checks_in(folder)
            os.makedirs(os.path.dirname(path("compares-the-screen")))
            with open(path("compares-the-screen"), "w", encoding="utf-8") as file:
                file.write("\ntwo\n")
            with Terminal("sh", ["-c", "read x; echo two; read x"], client=client) as terminal:
                terminal.press("enter")
                check(terminal)
                expect(terminal).to_match_picture(os.path.basename(folder))
        self.remove_pictures()

    def checks_in(self, folder):
        """Return a test in this folder, and the paths of its snapshots by name."""
        before = os.getcwd()
        os.chdir(folder)
        self.addCleanup(os.chdir, before)
        file = os.path.join(folder, "test_screen.py")
        scope = {"expect": expect}
        source = "def compares_the_screen(terminal, name=None, mask=()):\n"
        source += "    expect(terminal).to_match_screen(name, mask=mask, timeout_ms=300)\n"
        exec(compile(source, file, "exec"), scope)
        screens = os.path.join(folder, "__screens__", "test_screen.py")
        return scope["compares_the_screen"], lambda name: os.path.join(screens, f"{name}.txt")

    def names(self, path):
        return sorted(os.listdir(os.path.dirname(path(""))))

    def remove_pictures(self):
        folder = os.path.join(os.path.dirname(__file__), "__screens__", "programs.py")
        for name in os.listdir(folder):
            os.remove(os.path.join(folder, name))
        os.removedirs(folder)


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def test_drives_vim(self):
        async with aio.Client(command=command) as client:
            async with aio.Terminal("vim", ["-u", "NONE", "-N"], client=client) as terminal:
                await aio.expect(terminal).to_show("~")
                await terminal.type("ihello")
                await terminal.press("escape")
                await aio.expect(terminal).to_show("hello")
                self.assertEqual(await terminal.get_by_text("hello").count(), 1)
                await terminal.type(":q!")
                await terminal.press("enter")
                await aio.expect(terminal).to_have_exited(0)

    async def test_runs_a_command(self):
        async with aio.Terminal() as terminal:
            self.assertEqual(await terminal.run("echo one; exit 3 | false"), ("one\n", 1))


unittest.main()
