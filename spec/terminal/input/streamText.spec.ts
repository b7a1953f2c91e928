import { describe, expect, it } from 'vitest';
import { Action } from '#terminal/input/actions.ts';
import { performAction, RecordingTarget } from './target.ts';

const send = (target: RecordingTarget, value: object) =>
  performAction(target, Action.parse({ type: 'stream_text', value }));
const chunks = (target: RecordingTarget) => target.writes.map((each) => Buffer.from(each).toString());

describe('stream_text', () => {
  it('writes 64 characters every 2 ms by default', async () => {
    const target = new RecordingTarget();
    expect(await send(target, { text: 'x'.repeat(150) })).toEqual({ bytes: 150, warnings: [] });
    expect(chunks(target).map((each) => each.length)).toEqual([64, 64, 22]);
    expect(target.pauses).toEqual([2, 2]);
  });

  it('counts code points and never splits one', async () => {
    const target = new RecordingTarget();
    await send(target, { text: 'a😀é字b', chunk_chars: 2, delay_ms: 0 });
    expect(chunks(target)).toEqual(['a😀', 'é字', 'b']);
  });

  it('clamps values and warns about it', async () => {
    const target = new RecordingTarget();
    const outcome = await send(target, { text: 'ab', chunk_chars: 0, delay_ms: 5000 });
    expect(target.pauses).toEqual([100]);
    expect(outcome?.warnings).toEqual([
      'chunk_chars 0 was clamped to 1.',
      'delay_ms 5000 was clamped to 100.',
    ]);
    await send(target, { text: 'y'.repeat(2000), chunk_chars: 9999 });
    expect(
      chunks(target)
        .slice(2)
        .map((each) => each.length),
    ).toEqual([1024, 976]);
  });

  it('stops when the session ends', async () => {
    const target = new RecordingTarget();
    target.ends = 2;
    await expect(send(target, { text: 'abcdef', chunk_chars: 2 })).rejects.toThrow('the session ended');
    expect(chunks(target)).toEqual(['ab', 'cd']);
  });

  it('writes nothing for an empty text', async () => {
    const target = new RecordingTarget();
    expect(await send(target, { text: '' })).toEqual({ bytes: 0, warnings: [] });
    expect(target.writes).toEqual([]);
  });
});
