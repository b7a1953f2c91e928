// Waits for a line, then prints the number of bytes in its first argument, as numbered lines of its second argument.
const [bytes, name] = [Number(process.argv[2]), process.argv[3] ?? 'line'];
process.stdout.write('ready\n');
process.stdin.once('data', () => print(0, 0));

function print(sent, number) {
  let block = '';
  while (block.length < 65536 && sent + block.length < bytes)
    block += `${name} ${number++} ${'.'.repeat(60)}\n`;
  if (block === '') process.stdout.write('the end\n', () => process.exit(0));
  else process.stdout.write(block, () => print(sent + block.length, number));
}
