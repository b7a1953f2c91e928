// A composer like the one of Claude Code, with a mode below it that shift+tab changes. A notice covers the mode for a
// while. With `flickers`, the row of the second mode disappears for a moment. With `pastes`, an Enter is lost while it
// reports that it processes a paste. With `padded`, a custom status line is above the mode, coloured and indented by
// one more column, and the default mode has no indicator. It uses timers itself: it simulates something hidden for a
// time, and the spec waits for its output.
const [how] = process.argv.slice(2);
const line = '─'.repeat(process.stdout.columns);
const modes = [
  '? for shortcuts',
  '⏵⏵ accept edits on (shift+tab to cycle)',
  '⏸ plan mode on (shift+tab to cycle)',
];
const notice = ' \x1b[33mThis is a long notice that leaves no room for the mode\x1b[m';
if (how === 'padded') modes[0] = '';
let mode = how === 'notice' || how === 'padded' ? 1 : 0;
let draft = '';
let above = '';
let cost = 10;
const status = () => (how === 'padded' ? `   \x1b[33mmain  $0.${cost++}\x1b[m\r\n` : '');
let below;
const draw = (footer = below ?? modes[mode]) =>
  process.stdout.write(
    `\x1b[H\x1b[2J${above}${line}\r\n❯ ${draft}\x1b7\r\n${line}\r\n${status()}  ${footer}\x1b8`,
  );
const uncover = () => {
  below = undefined;
  draw();
};
process.stdin.setRawMode(true).setEncoding('utf8');
process.stdin.on('data', (piece) => {
  if (piece === '\x1b[Z') {
    mode = (mode + 1) % modes.length;
    draw();
    if (how === 'flickers' && mode === 1) {
      draw(modes[0]);
      setTimeout(draw, 60);
    }
    return;
  }
  if (piece.startsWith('\x1b[200~')) {
    draft = piece.replace(/\x1b\[20[01]~/g, '');
    below = how === 'pastes' ? 'Pasting text…' : undefined;
    if (below) setTimeout(uncover, 300);
  } else if (piece === '\r') {
    if (!below) above = `❯ ${draft}\r\n\r\n● Done.\r\n\r\n`;
    draft = '';
  }
  draw();
});
process.stdout.write('\x1b[?2004h');
if (how === 'notice') {
  below = notice;
  setTimeout(uncover, 600);
}
draw();
