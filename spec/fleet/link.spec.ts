/** Both ends of a link. The messages between them are lost as the spec says, which no broker does on command. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { decodeLinkMessage, Link } from '#fleet/link.ts';
import { limits } from '#limits.ts';

/** Delivers messages in the next turn, except those that `lose` names by their number. */
function pair(lose: (direction: 'there' | 'back', message: number) => boolean = () => false) {
  const counts = { there: 0, back: 0 };
  const carry = (direction: 'there' | 'back', to: () => Link) => (payload: Uint8Array) => {
    counts[direction] += 1;
    const lost = lose(direction, counts[direction]);
    const message = decodeLinkMessage(payload)!;
    if (!lost) setImmediate(() => to().handle(message));
  };
  const near: Link = new Link(carry('there', () => far));
  const far: Link = new Link(carry('back', () => near));
  for (const one of [near, far]) one.on('error', () => {});
  return { near, far, counts };
}

const settle = (one: Link, other: Link) => other.sync(...one.position);

/** Resolves when this much text arrived. */
function textOf(link: Link, length: number): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    link.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.length >= length) resolve(text);
    });
  });
}

describe('a link', () => {
  it('carries a call in one message each way', async () => {
    const { near, far, counts } = pair();
    far.on('data', (chunk: Buffer) => far.write(`reply to ${chunk.toString()}`));
    const answered = textOf(near, 'reply to call'.length);
    near.write('call');
    expect(await answered).toBe('reply to call');
    expect(counts).toEqual({ there: 1, back: 1 });
  });

  it('sends a lost message again when the next one shows the gap', async () => {
    const { near, far } = pair((direction, message) => direction === 'there' && message === 2);
    const read = textOf(far, 6);
    for (const part of ['ab', 'cd', 'ef']) near.write(part);
    expect(await read).toBe('abcdef');
  });

  it('sends the last message again when the other side reports its position', async () => {
    const { near, far } = pair((direction, message) => direction === 'there' && message === 1);
    const read = textOf(far, 2);
    near.write('ab');
    settle(far, near);
    expect(await read).toBe('ab');
    expect(near.unsettled).toBe(true);
    settle(far, near);
    expect(near.unsettled).toBe(false);
  });

  it('delivers nothing twice', async () => {
    const { near, far } = pair();
    const read = textOf(far, 4);
    near.write('ab');
    near.write('cd');
    settle(far, near);
    settle(far, near);
    expect(await read).toBe('abcd');
    const more = textOf(far, 2);
    near.write('ef');
    expect(await more).toBe('ef');
  });

  it('stops while the other side does not read, and continues when it does', async () => {
    const { near, far } = pair();
    const piece = Buffer.alloc(64 * 1024, 'x');
    const pieces = (2 * limits.linkWindowBytes) / piece.length;
    let written = 0;
    for (let count = 0; count < pieces; count++) near.write(piece, () => (written += piece.length));
    await once(far, 'readable');
    expect(written).toBeLessThanOrEqual(limits.linkWindowBytes + piece.length);
    let read = 0;
    far.on('data', (chunk: Buffer) => (read += chunk.length));
    near.end();
    await once(far, 'end');
    expect(read).toBe(pieces * piece.length);
  });

  it('holds no more than a window when the other side reports its position and does not read', async () => {
    const { near, far } = pair();
    const piece = Buffer.alloc(64 * 1024, 'x');
    const pieces = (4 * limits.linkWindowBytes) / piece.length;
    let written = 0;
    for (let count = 0; count < pieces; count++) near.write(piece, () => (written += piece.length));
    await once(far, 'readable');
    for (let beats = 0; beats < 4; beats++) {
      settle(far, near);
      await new Promise(setImmediate);
    }
    expect(written).toBeLessThanOrEqual(limits.linkWindowBytes + piece.length);
    let read = 0;
    far.on('data', (chunk: Buffer) => (read += chunk.length));
    near.end();
    await once(far, 'end');
    expect(read).toBe(pieces * piece.length);
  });

  it('releases the window when an acknowledgement was lost', async () => {
    const { near, far } = pair((direction) => direction === 'back');
    const piece = Buffer.alloc(limits.linkWindowBytes, 'x');
    const read = textOf(far, 2 * piece.length);
    near.write(piece);
    near.write(piece);
    await new Promise(setImmediate);
    settle(far, near);
    expect(await read).toHaveLength(2 * piece.length);
  });

  it('breaks when the other side sends more than a window that is not read', () => {
    const near = new Link(() => {});
    near.on('error', () => {});
    const body = new Uint8Array(limits.linkWindowBytes);
    for (let number = 1; number <= 4 && !near.destroyed; number++)
      near.handle({ kind: 'data', number, taken: 0, body });
    expect(near.destroyed).toBe(true);
  });

  it('ignores messages of other kinds', () => {
    for (const text of ['', 'D1', 'Z1 1\n', 'D1 x\n', '{}'])
      expect(decodeLinkMessage(Buffer.from(text))).toBeUndefined();
  });
});
