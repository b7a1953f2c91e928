// Draws the same permission dialog as Claude Code twice. One frame of a running turn is between them, in one write with
// the second. With `deaf`, it asks once, and its first key only redraws the dialog.
const [how] = process.argv.slice(2);
const line = '─'.repeat(process.stdout.columns);
const dialog = `\x1b[H\x1b[2J${line}\r\n Bash command\r\n\r\n   touch it\r\n\r\n Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel\x1b[7;2H`;
const composer = (below) => `\x1b[H\x1b[2J${line}\r\n❯ \r\n${line}\r\n  ${below}\x1b[2;3H`;
const between = `\x1b]0;◐ it\x07${composer('\x1b[1mesc\x1b[m to interrupt')}\x1b]0;✳ it\x07`;
let keys = 0;
process.stdin.setRawMode(true).on('data', (bytes) => {
  for (const byte of bytes) {
    if (byte !== 13) continue;
    keys += 1;
    if (keys > 1) process.stdout.write(composer(`after ${keys} keys`));
    else process.stdout.write(how === 'deaf' ? dialog : between + dialog);
  }
});
process.stdout.write(`\x1b]0;✳ it\x07${dialog}`);
