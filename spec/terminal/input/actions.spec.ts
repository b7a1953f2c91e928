import { describe, expect, it } from 'vitest';
import { z } from '#platform/schema.ts';
import { Action, actions } from '#terminal/input/actions.ts';
import { performAction, RecordingTarget } from './target.ts';

const documented = ['text', 'paste', 'bracketed_paste', 'key', 'resize', 'interrupt', 'eof', 'kill'];
const added = ['stream_text', 'signal', 'mark_transcript', 'raw', 'keys', 'mouse', 'focus'];
const all = Object.values(actions);

interface Effect {
  readonly written: string;
  readonly requested: string;
  readonly fault: string | undefined;
}

async function effectOf(target: RecordingTarget, wire: unknown): Promise<Effect> {
  const read = Action.safeParse(wire);
  let fault = read.success ? undefined : 'Invalid';
  try {
    if (read.success) await performAction(target, read.data);
  } catch (failure) {
    fault = (failure as Error).name;
  }
  return { written: target.written.toString('utf8'), requested: target.requested.join(', '), fault };
}

describe('the table of actions', () => {
  it('contains every action by its wire name', () => {
    expect(Object.keys(actions).sort()).toEqual([...documented, ...added].sort());
    for (const [name, declared] of Object.entries(actions)) expect(declared.name).toBe(name);
  });

  it.each(all)('$name has a summary and examples', ({ summary, examples }) => {
    expect(summary).toMatch(/^[A-Z].+\.$/s);
    expect(examples.length).toBeGreaterThan(0);
  });

  const examples = all.flatMap(({ name, examples }) =>
    examples.map((example: (typeof examples)[number]) => ({ name, example, title: example.title })),
  );
  it.each(examples)('example of $name: $title', async ({ name, example }) => {
    const {
      value,
      modes,
      writes,
      effect: requested,
      fault,
    } = example as {
      value?: unknown;
      modes?: object;
      writes?: string;
      effect?: string;
      fault?: string;
    };
    const wire = value === undefined ? { type: name } : { type: name, value };
    const effect = await effectOf(new RecordingTarget(modes), wire);
    expect(effect).toEqual({ written: writes ?? '', requested: requested ?? '', fault });
    expect(writes ?? requested ?? fault).toBeDefined();
  });
});

describe('an action on the wire', () => {
  const reads = (wire: unknown) => Action.safeParse(wire).success;

  it.each(['interrupt', 'eof', 'kill'])('%s accepts only an absent value or null', (type) => {
    expect(reads({ type })).toBe(true);
    expect(reads({ type, value: undefined })).toBe(true);
    expect(reads({ type, value: null })).toBe(true);
    expect(reads({ type, value: 1 })).toBe(false);
  });

  it.each<[wire: unknown, title: string]>([
    [{ type: 'text', value: 'x', vlaue: 1 }, 'an unknown key'],
    [{ type: 'text' }, 'a missing value'],
    [{ type: 'text', value: 5 }, 'a number instead of text'],
    [{ type: 'text', value: '\ud800' }, 'a lone surrogate'],
    [{ type: 'typo', value: 'x' }, 'an unknown action'],
    [{ value: 'x' }, 'a missing type'],
    [{ type: 'resize', value: { rows: 24, cols: 80, depth: 1 } }, 'an unknown key in the value'],
    [{ type: 'resize', value: { rows: 24.5, cols: 80 } }, 'half a row'],
    [{ type: 'resize', value: { rows: 500, cols: 1000 } }, 'too many cells'],
    [{ type: 'signal', value: 'SIGTERM' }, 'a signal name with SIG'],
    [{ type: 'signal', value: 'constructor' }, 'a signal name from the prototype'],
    [{ type: 'key', value: 'constructor' }, 'a key name from the prototype'],
    [{ type: 'constructor' }, 'an action name from the prototype'],
    [{ type: 'mark_transcript', value: { label: '' } }, 'an empty label'],
    [{ type: 'raw', value: 'G3h=' }, 'base64 with nonzero padding bits'],
    [{ type: 'raw', value: 'G3g=\n' }, 'base64 with a newline'],
    [{ type: 'keys', value: [] }, 'an empty list'],
    [{ type: 'keys', value: { chords: 'a b', delay_ms: 1e9 } }, 'a pause that is too long'],
    [{ type: 'mouse', value: { event: 'move', button: 'left', row: 0, col: 0 } }, 'a move with a button'],
    [{ type: 'mouse', value: { event: 'click', row: -1, col: 0 } }, 'a row above the screen'],
    [
      { type: 'stream_text', value: { text: 'x'.repeat(40_000), chunk_chars: 1, delay_ms: 100 } },
      'a duration over the limit',
    ],
  ])('rejects %j: %s', (wire) => {
    expect(reads(wire)).toBe(false);
  });

  it('names the field and suggests a correction', () => {
    const issues = (wire: unknown) => Action.safeParse(wire).error!.issues;
    expect(issues({ type: 'key', value: 'entr' })).toMatchObject([
      { path: ['value'], message: expect.stringMatching(/"entr" is not a key: did you mean enter/) },
    ]);
    expect(issues({ type: 'keys', value: ['a', 'page_upp'] })).toMatchObject([
      { path: ['value', 1], message: expect.stringContaining('page_up') },
    ]);
  });

  it('has a JSON Schema with a description for every action', () => {
    const { $defs } = z.toJSONSchema(Action, { io: 'input' }) as unknown as {
      $defs: { Action: { oneOf: { description: string; properties: { type: { const: string } } }[] } };
    };
    const schema = $defs.Action;
    expect(schema.oneOf.map(({ properties }) => properties.type.const).sort()).toEqual(
      Object.keys(actions).sort(),
    );
    for (const { description } of schema.oneOf) expect(description).toMatch(/\.$/);
  });
});

describe('an action', () => {
  it('writes before it returns, unless it pauses', () => {
    for (const wire of [
      { type: 'text', value: 'x' },
      { type: 'keys', value: 'a b' },
      { type: 'bracketed_paste', value: 'x' },
      { type: 'raw', value: 'eA==' },
    ]) {
      const target = new RecordingTarget();
      const outcome = performAction(target, Action.parse(wire));
      expect(outcome).not.toBeInstanceOf(Promise);
      expect(outcome).toMatchObject({ bytes: target.written.length });
      expect(target.written.length).toBeGreaterThan(0);
    }
  });
});
