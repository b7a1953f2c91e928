import { describe, expect, it } from 'vitest';
import { encodeSocketFrame, SocketFrameReader, socketFrameTypes } from '#dialects/wsh/socketFrames.ts';
import { limits } from '#limits.ts';

const frames = [
  encodeSocketFrame(socketFrameTypes.stdinInput, Buffer.from('ls\n')),
  encodeSocketFrame(socketFrameTypes.resize, { rows: 24, cols: 80 }),
  encodeSocketFrame(socketFrameTypes.ping, Buffer.alloc(0)),
];
const read = (reader: SocketFrameReader, bytes: Buffer) =>
  reader.push(bytes).map(({ type, payload }) => [type, payload.toString()]);
const expected = [
  [0x11, 'ls\n'],
  [0x06, '{"rows":24,"cols":80}'],
  [0x14, ''],
];

describe('frames', () => {
  it('have a type, a length in big endian, and a payload', () => {
    expect([...frames[0]!]).toEqual([0x11, 0, 0, 0, 3, ...Buffer.from('ls\n')]);
  });

  it('that arrive together are read one after the other', () => {
    expect(read(new SocketFrameReader(), Buffer.concat(frames))).toEqual(expected);
  });

  it('are the same wherever the bytes are cut', () => {
    const bytes = Buffer.concat(frames);
    for (let size = 1; size < bytes.length; size += 1) {
      const reader = new SocketFrameReader();
      const found = [];
      for (let at = 0; at < bytes.length; at += size)
        found.push(...read(reader, bytes.subarray(at, at + size)));
      expect(found, `in pieces of ${size}`).toEqual(expected);
    }
  });
});

describe('an invalid frame', () => {
  it('of an unknown type is refused by its header', () => {
    expect(() => new SocketFrameReader().push(Buffer.from([0x7f, 0, 0, 0, 9]))).toThrow(
      'unknown frame type 0x7f',
    );
  });

  it('that is too large is refused before its payload arrives', () => {
    const header = Buffer.from([socketFrameTypes.ping, 0, 0, 0, 0]);
    header.writeUInt32BE(limits.frameBytes + 1, 1);
    expect(() => new SocketFrameReader().push(header)).toThrow(`at most ${limits.frameBytes}`);
    header.writeUInt32BE(limits.frameBytes, 1);
    expect(new SocketFrameReader().push(header)).toEqual([]);
  });
});
