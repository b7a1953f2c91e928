// A composer like the one of Claude Code. The paste swallows the first Enter, which adds a line. It prints what was
// sent, with a symbol for each line feed.
const line = '─'.repeat(process.stdout.columns);
let draft = '';
let notice = '';
let swallowed = false;
const draw = () => {
  const rows = draft.replaceAll('\n', '\r\n  ');
  process.stdout.write(
    `\x1b[H\x1b[2J${notice}${line}\r\n❯ ${rows}\x1b7\r\n${line}\r\n  ? for shortcuts\x1b8`,
  );
};
const take = (key) => {
  if (key === '\r' && !swallowed) {
    swallowed = true;
    draft += '\n';
  } else if (key === '\r') {
    notice = `❯ ${draft.trim()}\r\n\r\n● Got <${draft.replaceAll('\n', '⏎')}>.\r\n\r\n`;
    draft = '';
  } else if (key === '\x7f') draft = draft.slice(0, -1);
  else if (key === '\x15') draft = draft.slice(0, draft.lastIndexOf('\n') + 1);
  else if (key >= ' ') draft += key;
};
process.stdin.setRawMode(true).setEncoding('utf8');
process.stdin.on('data', (piece) => {
  for (const key of piece.replace(/\x1b\[[0-9]*[~A-Z]/g, '')) take(key);
  draw();
});
process.stdout.write('\x1b[?2004h');
draw();
