"""Locators that begin at another one, and those with a style."""

import sys
import unittest

from ptywright import Client, Terminal, TerminalError, expect

command = sys.argv.pop(1).split(" ")
settings = (
    r"stty raw -echo; printf '\033[?1000h\033[?1006hProfile  Save\r\nSettings  Save  \033[31mReset\033[m\r\n"
    r"Reset\r\n'; dd bs=1 count=1 2>/dev/null; printf '\033[2J'; exec cat -v"
)


class Locators(unittest.TestCase):
    def test_clicks_a_text_after_another(self):
        with Client(command=command) as client, Terminal("sh", ["-c", settings], client=client) as terminal:
            after = terminal.get_by_text("Settings").get_by_text("Save", direction="after")
            expect(after.unique()).to_be_shown()
            expect(terminal.get_by_text("Reset", style={"fg": "red"}).unique()).to_be_shown()
            expect(terminal.get_by_text("Reset").with_style({"fg": "blue"})).not_to_be_shown()
            self.assertEqual(terminal.get_by_text("Save").count(), 2)
            self.assertEqual(terminal.get_by_text("Save").last().all()[0]["row"], 1)
            with self.assertRaisesRegex(TerminalError, r'get_by_text\("Save"\)\.unique\(\)\.wait_for'):
                terminal.get_by_text("Save").unique().wait_for()
            with self.assertRaisesRegex(TerminalError, "expected it to be visible"):
                expect(terminal.get_by_text("Cancel")).to_be_shown(timeout_ms=20)
            after.unique().click()
            terminal.get_by_text("Profile").wait_for(state="hidden")
            expect(terminal).to_show("[<0;12;2M")


unittest.main()
