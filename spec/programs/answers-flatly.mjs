// Like the flat interface of Claude Code, which only appends rows. Every answer repeats the rows of the first turn.
const composer = 'manual mode on\r\n$\xa0';
let draft = '';
process.stdin.setRawMode(true).setEncoding('utf8');
process.stdin.on('data', (piece) => {
  for (const key of piece.replace(/\x1b\[[0-9]*[~A-Z]/g, '')) {
    if (key === '\r') {
      const rows = [`you: ${draft}`, 'claude: Hello.', 'you: first prompt', 'Hello.', 'Worked for 1s', ''];
      process.stdout.write(
        `\x1b]0;◐ it\x07\r\x1b[K\x1b[1A\x1b[K${rows.join('\r\n')}${composer}\x1b]0;✳ it\x07`,
      );
      draft = '';
    } else if (key === '\x7f') draft = draft.slice(0, -1);
    else if (key >= ' ') draft += key;
  }
  process.stdout.write(`\r\x1b[K$\xa0${draft}`);
});
process.stdout.write(`\x1b[?2004h[Screen Reader Mode: on via flag]\r\nClaude Code v2.1.327\r\n${composer}`);
