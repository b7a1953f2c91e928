// A composer like the one of Claude Code, or a dialog with `trust`, of a program without processor time. It reads its
// first input late, and each further input a while after the one before. It prints what was sent or chosen. It uses
// timers itself: it simulates a slow program, and the spec waits for its output. With `halves`, the lower half of the
// composer is drawn a while after the upper one, so that it looks like a dialog.
const asksTrust = process.argv[2] === 'trust';
const inHalves = process.argv[2] === 'halves';
// Longer than the wait for the effect of a key or a paste. Well below the time after which a key is sent again.
const lateMs = asksTrust ? 700 : 1400;
const line = '─'.repeat(process.stdout.columns);
const pieces = [];
let draft = '';
const sent = [];
let marked = 1;
let chosen;
const drawTrust = () => {
  const rows = ['Yes, I trust this folder', 'No, exit'].map(
    (row, at) => `${at === marked ? ' ❯' : '  '} ${row}`,
  );
  const dialog = `${line}\r\n Do you trust this folder?\r\n\r\n ${process.cwd()}\r\n\r\n${rows.join('\r\n')}`;
  process.stdout.write(`\x1b[H\x1b[2J${dialog}\r\n\r\n Enter to confirm\x1b[${6 + marked};2H`);
};
const drawComposer = () => {
  const notice = sent.map((words) => `❯ ${words}\r\n\r\n● Done.\r\n\r\n`).join('');
  const above = `\x1b[H\x1b[2J${notice}${line}\r\n❯ ${draft}`;
  const below = `\x1b7\r\n${line}\r\n  ? for shortcuts\x1b8`;
  process.stdout.write(inHalves ? above : above + below);
  if (inHalves) setTimeout(() => process.stdout.write(below), 100);
};
const draw = () => (asksTrust && chosen === undefined ? drawTrust() : drawComposer());
const take = () => {
  for (const key of pieces
    .shift()
    .replace(/\x1b\[20[01]~/g, '')
    .match(/\x1b\[.|[\s\S]/g) ?? []) {
    if (asksTrust && chosen === undefined) {
      if (/^\x1b\[[AB]$/.test(key)) marked = 1 - marked;
      if (key === '\r') chosen = marked;
      if (chosen !== undefined) sent.push(`chosen ${chosen}`);
      continue;
    }
    if (key === '\r' && draft !== '') sent.push(draft);
    if (key === '\r' || key === '\x15') draft = '';
    else if (key === '\x7f') draft = draft.slice(0, -1);
    else if (key >= ' ') draft += key;
  }
  draw();
  if (pieces.length > 0) setTimeout(take, 250);
};
let first = true;
process.stdin.setRawMode(true).setEncoding('utf8');
process.stdin.on('data', (piece) => {
  if (pieces.push(piece) === 1) setTimeout(take, first ? lateMs : 30);
  first = false;
});
process.stdout.write('\x1b[?2004h');
draw();
