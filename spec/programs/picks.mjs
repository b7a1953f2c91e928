// A dialog: arrows move, Enter picks and prints the row, `q` exits. The selection cannot leave a row named "stuck".
const rows = process.argv.slice(2);
let at = 0;
const draw = (said) => {
  const list = rows.map((row, index) => `${index === at ? '❯' : ' '} ${index + 1}. ${row}`);
  process.stdout.write(`\x1b[2J\x1b[HWhich one?\r\n\r\n${list.join('\r\n')}\r\n\r\n${said}`);
};
process.stdin.setRawMode(true).setEncoding('utf8');
process.stdin.on('data', (keys) => {
  for (const key of keys.match(/\x1b\[.|[^\x1b]/g) ?? []) {
    if (key === 'q') process.exit(3);
    if (key === '\r') return draw(`picked ${rows[at]}`);
    if (rows[at] !== 'stuck')
      at = (at + (key === '\x1b[B' ? 1 : key === '\x1b[A' ? -1 : 0) + rows.length) % rows.length;
    draw('');
  }
});
draw('');
