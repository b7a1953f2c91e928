/** What a recording of deeds tells of what was typed. */
import { expect, it } from 'vitest';
import type { Action } from '../../../src/core/input/index.ts';
import { DeedTape } from '../../../src/core/recording/deedTape.ts';
import { createRedaction, defaultPolicy } from '../../../src/core/redact/policy.ts';
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
