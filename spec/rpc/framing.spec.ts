/** Splits bytes into JSON values, in each framing. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import type { ChannelLimits } from '#rpc/channel.ts';
import { createFrameReader, encodeFrame, type Framing, framings } from '#rpc/framing.ts';

/** Returns all values and errors of `chunks` in order. A fatal error ends with `!`. */
function read(framing: Framing, chunks: readonly (string | Buffer)[], bounds: Partial<ChannelLimits> = {}) {
  const events: unknown[] = [];
  const reader = createFrameReader(
    framing,
    { ...limits, ...bounds },
    {
      value: (value) => events.push(value),
      refused: (reason, final) => events.push(final ? `${reason}!` : reason),
    },
  );
  for (const chunk of chunks) reader.push(Buffer.from(chunk as string));
  reader.end();
  return events;
}

const bytewise = (text: string | Buffer) =>
  Array.from(Buffer.from(text as string), (byte) => Buffer.from([byte]));
const lsp = (json: string, header = `Content-Length: ${Buffer.byteLength(json)}`) =>
  `${header}\r\n\r\n${json}`;

describe.each(framings)('%s', (framing) => {
  const frame = (json: string) => encodeFrame(framing, json);

  it('reads what it wrote, whole, in two parts and byte by byte', () => {
    const text = frame('{"a":"héllo 語 🙂 \\n"}') + frame('[1,2]') + frame('"\u2028"');
    const values = [{ a: 'héllo 語 🙂 \n' }, [1, 2], '\u2028'];
    const bytes = Buffer.from(text);
    expect(read(framing, [bytes])).toEqual(values);
    expect(read(framing, bytewise(text))).toEqual(values);
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(read(framing, [bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(values);
    }
  });

  it('takes a frame of the limit and refuses one byte more', () => {
    const text = (bytes: number) => frame(`"${'x'.repeat(bytes - 2)}"`);
    const refused = ['frame_too_large', 1];
    for (const cut of [(s: string) => [s], bytewise]) {
      expect(read(framing, cut(text(100) + frame('1')), { frameBytes: 100 })).toEqual(['x'.repeat(98), 1]);
      expect(read(framing, cut(text(101) + frame('1')), { frameBytes: 100 })).toEqual(refused);
      expect(read(framing, cut(text(900) + frame('1')), { frameBytes: 100 })).toEqual(refused);
    }
  });

  it('refuses invalid UTF-8 and continues', () => {
    for (const bad of ['ff', 'c0af', 'eda080', 'f4908080', 'e282', '80']) {
      const json = Buffer.concat([Buffer.from('"'), Buffer.from(bad, 'hex'), Buffer.from('"')]);
      const head = framing === 'lsp' ? `Content-Length: ${json.length}\r\n\r\n` : '';
      const tail = framing === 'lsp' ? '' : '\n';
      const bytes = Buffer.concat([Buffer.from(head), json, Buffer.from(tail + frame('1'))]);
      expect(read(framing, [bytes])).toEqual(['not_utf8', 1]);
      expect(read(framing, bytewise(bytes))).toEqual(['not_utf8', 1]);
    }
  });

  it('tolerates a byte order mark at the very start only', () => {
    const mark = Buffer.from('\ufeff');
    const bytes = Buffer.concat([mark, Buffer.from(frame('1') + frame('2'))]);
    expect(read(framing, [bytes])).toEqual([1, 2]);
    expect(read(framing, bytewise(bytes))).toEqual([1, 2]);
    expect(
      read(framing, [Buffer.concat([Buffer.from(frame('1')), mark, Buffer.from(frame('2'))])])[1],
    ).toMatch(framing === 'lsp' ? 'length_missing!' : 'not_json');
    expect(read(framing, [frame('\ufeff1')])).toEqual(framing === 'lsp' ? ['not_json'] : [1]);
  });

  it('bounds nesting before it parses', () => {
    const nested = (depth: number) => frame('['.repeat(depth) + ']'.repeat(depth));
    expect(read(framing, [nested(64)])[0]).toBeInstanceOf(Array);
    expect(read(framing, [nested(65)])).toEqual(['too_deep']);
    expect(read(framing, [nested(100_000) + frame('1')])).toEqual(['too_deep', 1]);
    expect(read(framing, [frame('['.repeat(100_000)) + frame('1')])).toEqual(['not_json', 1]);
    expect(read(framing, [frame(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`)])).toEqual(['too_deep']);
    const brackets = `"${'['.repeat(500)}\\"${'{'.repeat(500)}"`;
    expect(read(framing, [frame(brackets)])).toEqual([JSON.parse(brackets)]);
  });

  it('skips blank frames, and blank lines between frames', () => {
    const blanks = framing === 'lsp' ? `Content-Length: 0\r\n\r\n${frame(' \t')}\r\n\n` : '\n\r\n  \t\n';
    expect(read(framing, [blanks + frame('1') + blanks + frame('2')])).toEqual([1, 2]);
    expect(read(framing, [blanks])).toEqual([]);
  });

  it('reports which frame has begun', () => {
    const reader = createFrameReader(framing, limits, { value() {}, refused() {} });
    const seen = bytewise(frame('[1]').repeat(2)).map((byte) => {
      reader.push(byte);
      return reader.partial;
    });
    const length = frame('[1]').length;
    expect(new Set(seen.slice(0, length - 1))).toEqual(new Set([1]));
    expect(seen[length - 1]).toBe(0);
    expect(seen[length]).toBe(2);
    expect(seen.at(-1)).toBe(0);
  });

  it('reads 1 MiB in one-byte chunks in under 2 s of CPU', () => {
    const text = bytewise(frame(`"${'x'.repeat(1024 * 1024)}"`));
    const before = process.cpuUsage();
    expect(read(framing, text)).toHaveLength(1);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(2);
  });

  it('stops in the middle of a chunk on request', () => {
    const seen: unknown[] = [];
    const reader = createFrameReader(framing, limits, {
      value: (value) => {
        seen.push(value);
        reader.stop();
      },
      refused: (reason) => seen.push(reason),
    });
    reader.push(Buffer.from(frame('1') + frame('2') + frame('nonsense')));
    reader.push(Buffer.from(frame('3')));
    reader.end();
    expect(seen).toEqual([1]);
  });
});

describe('ndjson', () => {
  it('ends a line at 0x0A only and drops one CR before it', () => {
    expect(read('ndjson', ['1\r\n2\r\r\n[\r3\r]\n"\\r"\n'])).toEqual([1, 2, [3], '\r']);
    expect(read('ndjson', ['1\r2\n"\u2028\u0085"\n'])).toEqual(['not_json', '\u2028\u0085']);
  });

  it('does not count the CR of a line end against the limit', () => {
    const text = `"${'x'.repeat(98)}"\r\n1\n`;
    expect(read('ndjson', bytewise(text), { frameBytes: 100 })).toEqual(['x'.repeat(98), 1]);
    expect(read('ndjson', bytewise(text), { frameBytes: 99 })).toEqual(['frame_too_large', 1]);
  });

  it('takes a last line without an end, and refuses a torn one', () => {
    expect(read('ndjson', ['1\n{"a":1}'])).toEqual([1, { a: 1 }]);
    expect(read('ndjson', ['1\n{"a":1'])).toEqual([1, 'not_json']);
  });
});

it.each([
  ['ndjson', '', '\n1\n'],
  ['lsp', `Content-Length: ${1031 * 1024 * 1024}\r\n\r\n`, `${' '.repeat(1024 * 1024)}${lsp('1')}`],
] as const)('%s keeps less than 10 MiB of a GiB, and reports the error once', (framing, head, tail) => {
  const MiB = Buffer.alloc(1024 * 1024, 'x');
  const events: unknown[] = [];
  const reader = createFrameReader(framing, limits, {
    value: (value) => events.push(value),
    refused: (reason) => events.push(reason),
  });
  reader.push(Buffer.from(head));
  for (let warm = 0; warm < 6; warm++) reader.push(MiB);
  const before = process.memoryUsage().rss;
  for (let sent = 0; sent < 1024; sent++) reader.push(MiB);
  expect(process.memoryUsage().rss - before).toBeLessThan(10 * MiB.length);
  expect(reader.partial).toBe(1);
  reader.push(Buffer.from(tail));
  expect(events).toEqual(['frame_too_large', 1]);
});

describe('lsp', () => {
  it.each([
    ['any case, spaces', 'content-LENGTH:  \t1 '],
    ['other headers before', 'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 1'],
    ['other headers after', 'Content-Length: 1\r\nX: y: z\r\nZ:'],
    ['leading zeros', 'Content-Length: 0000000001'],
  ])('takes a header with %s', (_, header) => {
    expect(read('lsp', [`${header}\r\n\r\n7`])).toEqual([7]);
    expect(read('lsp', [`${header.replaceAll('\r', '')}\n\n7`])).toEqual([7]);
    expect(read('lsp', bytewise(`${header}\r\n\r\n7`))).toEqual([7]);
  });

  it.each([
    ['-1', 'length_malformed!'],
    ['+1', 'length_malformed!'],
    ['abc', 'length_malformed!'],
    ['1e2', 'length_malformed!'],
    ['0x1', 'length_malformed!'],
    ['1.0', 'length_malformed!'],
    ['1 1', 'length_malformed!'],
    ['1, 1', 'length_malformed!'],
    ['', 'length_malformed!'],
    ['١', 'length_malformed!'],
    ['00000000001', 'length_malformed!'],
    ['99999999999', 'length_malformed!'],
    ['9999999999', 'cut_short!'],
    ['1\r\nContent-Length: 1', 'length_twice!'],
    ['1\r\ncontent-length: 2', 'length_twice!'],
    ['1\r\nnonsense', 'header_malformed!'],
    ['1\r\n: 1', 'header_malformed!'],
  ])('refuses Content-Length: %j and reads no more', (value, reason) => {
    const text = `Content-Length: ${value}\r\n\r\n7${lsp('8')}`;
    expect(read('lsp', [text])).toEqual([reason]);
    expect(read('lsp', bytewise(text))).toEqual([reason]);
  });

  it('refuses a header without a length, and JSON where a header should be', () => {
    expect(read('lsp', ['Content-Type: x\r\n\r\n7'])).toEqual(['length_missing!']);
    expect(read('lsp', ['Content-Length : 1\r\n\r\n7'])).toEqual(['length_missing!']);
    expect(read('lsp', ['[]\n'])).toEqual(['header_malformed!']);
  });

  it('bounds the header in bytes, also without a line end, and in lines', () => {
    const long = `X: ${'y'.repeat(5000)}`;
    expect(read('lsp', [`${long}\r\nContent-Length: 1\r\n\r\n7`])).toEqual(['header_too_large!']);
    expect(read('lsp', bytewise(long))).toEqual(['header_too_large!']);
    expect(read('lsp', [`${'X: y\r\n'.repeat(15)}Content-Length: 1\r\n\r\n7`])).toEqual([7]);
    expect(read('lsp', [`${'X: y\r\n'.repeat(16)}Content-Length: 1\r\n\r\n7`])).toEqual(['header_too_many!']);
  });

  it('refuses input that ends inside a header or a payload', () => {
    for (const text of [
      'C',
      'Content-Length: 5',
      'Content-Length: 5\r\n',
      'Content-Length: 5\r\n\r\n',
      lsp('7', 'Content-Length: 5'),
    ]) {
      expect(read('lsp', [text])).toEqual(['cut_short!']);
    }
    expect(read('lsp', [lsp('7')])).toEqual([7]);
  });

  it('counts bytes, not characters', () => {
    expect(encodeFrame('lsp', '"é語🙂"')).toBe('Content-Length: 11\r\n\r\n"é語🙂"');
  });
});
