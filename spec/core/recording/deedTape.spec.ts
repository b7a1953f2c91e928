/** What a recording of deeds tells of what was typed. */
import { expect, it } from 'vitest';
import type { Action } from '../../../src/core/input/index.ts';
import { DeedTape } from '../../../src/core/recording/deedTape.ts';
import { createRedaction, defaultPolicy } from '../../../src/core/redact/policy.ts';
import { secretSamples } from '../redact/samples.ts';
import { aClock } from './told.ts';

const started = { program: 'sh', args: [], env: {}, rows: 4, cols: 20 };

function taping(before: string) {
  const { clock } = aClock();
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  const redaction = createRedaction(defaultPolicy);
  const tape = new DeedTape({ redaction, clock, write, started, timestamp: 1, headed: false, before });
  tape.begin();
  const types = (value: string) =>
    tape.see({
      kind: 'deed',
      deed: { call: 'input', actions: [{ type: 'text', value }] as readonly Action[] },
    });
  return { tape, types, text: () => text };
}

it('hides what is typed at a question that stood there before it began', () => {
  const { tape, types, text } = taping('welcome\r\nPassword: ');
  types('hunter2');
  tape.see({ kind: 'output', text: '\r\n$ ' });
  types('ls ');
  tape.see({ kind: 'exited', exit: { exitCode: 0, signal: null } });
  expect(text()).not.toContain('hunter2');
  expect(text()).toContain('"ls "');
});

it.each([
  ['a word that a secret may begin with', ['vim secrets.md']],
  ['a word that ends as one may begin', ['cat tokenizer.py']],
  ['texts without a blank', ['a', 'bc', 'def']],
])('loses nothing of %s when it is stopped', (_, typed) => {
  const { tape, types, text } = taping('$ ');
  for (const each of typed) types(each);
  tape.end();
  for (const each of typed) expect(text()).toContain(JSON.stringify(each));
});

it('hides the beginning of a secret when it is stopped, and says so', () => {
  const { tape, types, text } = taping('$ ');
  const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(3);
  types(`export T ${secret.slice(0, 12)}`);
  types(secret.slice(12, 24));
  tape.end();
  expect(text()).not.toContain(secret.slice(0, 12));
  expect(text()).not.toContain(secret.slice(12, 24));
  expect(text()).toContain('"export T [REDACTED]"');
});

it('hides what is typed ahead of its question, line by line', () => {
  const { tape, types, text } = taping('$ ');
  types('sudo ls\nhunter2\n');
  tape.see({ kind: 'output', text: 'sudo ls\r\n' });
  tape.see({ kind: 'output', text: '[sudo] password for ada: ' });
  types('echo $?');
  tape.end();
  expect(text()).toContain('"sudo ls\\n[REDACTED]\\n"');
  expect(text()).not.toContain('hunter2');
});
