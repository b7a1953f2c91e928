/**
 * Prints a file to its terminal and queries the cursor position. The reply proves that all output was processed. It
 * starts on a signal from the bench, and reports its start and end.
 */
import { readFileSync, readSync, writeSync } from 'node:fs';
import { connect } from 'node:net';

const [, , path, file] = process.argv;
const corpus = readFileSync(file!);
const chunk = 64 * 1024;
const now = () => Number(process.hrtime.bigint() / 1000n);

function printCorpus(): void {
  for (let at = 0; at < corpus.length; ) at += writeSync(1, corpus, at, Math.min(chunk, corpus.length - at));
}

function waitForReply(): void {
  const bytes = Buffer.alloc(64);
  writeSync(1, '\x1b[6n');
  let answer = '';
  while (!answer.includes('R')) answer += bytes.toString('latin1', 0, readSync(0, bytes));
}

const socket = connect(path!);
socket.once('data', () => {
  const start = now();
  printCorpus();
  waitForReply();
  socket.end(JSON.stringify({ start, end: now() }));
});
