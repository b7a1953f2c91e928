import { describe, expect, it } from 'vitest';
import { programPath } from '../../harness/programs.ts';
import { file, run } from './running.ts';

describe('a step', () => {
  it('runs with every kind of action and matcher that other specs do not cover', async () => {
    const path = file(
      `program: /bin/sh\nargs: [${programPath('offers-buttons')}]\ntimeout_ms: 10000\nsteps:
  - wait: '[ OK ]'
  - expect: { screen: "\\n  [ OK ]  [ Cancel ]\\n  line one\\n  line two\\n", cursor: { row: 5, col: 0 } }
  - mouse: { on: line, ambiguity: first, gesture: { event: scroll, direction: up } }
  - wait: { for: '^[[<64;4;3M', fresh: true }
  - paste: pasted
  - wait: pasted
  - action: { type: raw, value: eA== }
  - match: { type: contains_text, value: pastedx }
  - resize: { rows: 30, cols: 100 }
  - stable: 20
  - mark: here
  - signal: hup
  - expect: { signal: SIGHUP }
`,
    );
    const { status, stderr } = await run(path);
    expect([status, stderr]).toEqual([0, '']);
  });
});
