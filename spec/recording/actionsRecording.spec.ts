/** Typed input in an actions recording. */
import { expect, it } from 'vitest';
import { ActionsEncoder } from '#recording/actionsRecording.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import type { Action } from '#terminal/input/actions.ts';
import { secretSamples } from '../redaction/samples.ts';
import { manualClock } from './manualClock.ts';

const started = { program: 'sh', args: [], env: {}, rows: 4, cols: 20 };

function createRecording(before: string) {
  const { clock } = manualClock();
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  const redaction = createRedaction(defaultPolicy);
  const encoder = new ActionsEncoder({
    redaction,
    clock,
    write,
    started,
    timestamp: 1,
    headed: false,
    before,
  });
  encoder.start();
  const types = (value: string, unseen = false) => {
    const actions = [{ type: 'text', value }] as readonly Action[];
    const action = { call: 'input', actions } as const;
    encoder.handleEvent({ kind: 'operation', operation: action });
    encoder.handleEvent({ kind: 'performed', operation: action, unseen: new Set(unseen ? actions : []) });
  };
  return { encoder, types, text: () => text };
}

it('hides the answer to a password prompt that was printed before the recording', () => {
  const { encoder, types, text } = createRecording('welcome\r\nPassword: ');
  types('hunter2');
  encoder.handleEvent({ kind: 'output', text: '\r\n$ ' });
  types('ls ');
  encoder.handleEvent({ kind: 'exited', exit: { exitCode: 0, signal: null } });
  expect(text()).not.toContain('hunter2');
  expect(text()).toContain('"ls "');
});

it('hides input without echo, and input that a program in raw mode masks', () => {
  const { encoder, types, text } = createRecording('$ ');
  types('hunter2', true);
  types('horse');
  encoder.handleEvent({ kind: 'output', text: '\x1b[37m***' });
  encoder.handleEvent({ kind: 'output', text: '**\r\nkey' });
  types('stork');
  encoder.handleEvent({ kind: 'output', text: '\x1b[?12$p: \x1b[?u*****\r\n$ ' });
  types('x');
  encoder.handleEvent({ kind: 'output', text: '\x1b[1;1H*\x1b[5;1H' });
  types('dw');
  encoder.handleEvent({ kind: 'output', text: '** bold\x1b[5;1H' });
  encoder.end();
  for (const secret of ['hunter2', 'horse', 'stork']) expect(text()).not.toContain(secret);
  for (const key of ['"x"', '"dw"']) expect(text()).toContain(key);
});

it('hides text of a list of actions that had not finished at the end', () => {
  const { encoder, text } = createRecording('$ ');
  const actions = [{ type: 'text', value: 'hunter2' }] as readonly Action[];
  encoder.handleEvent({ kind: 'operation', operation: { call: 'input', actions } });
  encoder.end();
  expect(text()).not.toContain('hunter2');
  expect(text()).toContain('[REDACTED]');
});

it.each([
  ['a word that a secret may begin with', ['vim secrets.md']],
  ['a word that ends as one may begin', ['cat tokenizer.py']],
  ['texts without a blank', ['a', 'bc', 'def']],
])('loses nothing of %s when it is stopped', (_, typed) => {
  const { encoder, types, text } = createRecording('$ ');
  for (const each of typed) types(each);
  encoder.end();
  for (const each of typed) expect(text()).toContain(JSON.stringify(each));
});

it('hides the beginning of a secret when it is stopped, and marks it', () => {
  const { encoder, types, text } = createRecording('$ ');
  const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(3);
  types(`export T ${secret.slice(0, 12)}`);
  types(secret.slice(12, 24));
  encoder.end();
  expect(text()).not.toContain(secret.slice(0, 12));
  expect(text()).not.toContain(secret.slice(12, 24));
  expect(text()).toContain('"export T [REDACTED]"');
});

it('hides input that is typed before its prompt, line by line', () => {
  const { encoder, types, text } = createRecording('$ ');
  types('sudo ls\nhunter2\n');
  encoder.handleEvent({ kind: 'output', text: 'sudo ls\r\n' });
  encoder.handleEvent({ kind: 'output', text: '[sudo] password for ada: ' });
  types('echo $?');
  encoder.end();
  expect(text()).toContain('"sudo ls\\n[REDACTED]\\n"');
  expect(text()).not.toContain('hunter2');
});
