/** The chunks of a PNG, and its pixels as zlib unpacks them. */
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodePng } from '#platform/picture/png.ts';

const rgb = Uint8Array.from({ length: 2 * 3 * 3 }, (_, at) => at);
const png = Buffer.from(encodePng(2, 3, rgb));

function* chunks() {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 8, at + 8 + length);
    yield { type: png.toString('latin1', at + 4, at + 8), body, crc: png.readUInt32BE(at + 8 + length) };
    at += length + 12;
  }
}

it('begins with the signature, and has a header, pixels and an end', () => {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([...chunks()].map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
});

it('has the size, and eight bits for each of three colors', () => {
  const [header] = chunks();
  expect([header!.body.readUInt32BE(0), header!.body.readUInt32BE(4)]).toEqual([2, 3]);
  expect([...header!.body.subarray(8)]).toEqual([8, 2, 0, 0, 0]);
});

it('has every pixel, in rows without a filter', () => {
  const [, pixels] = chunks();
  const rows = inflateSync(pixels!.body);
  expect(rows.length).toBe(3 * 7);
  for (const row of [0, 1, 2]) {
    expect(rows[row * 7]).toBe(0);
    expect([...rows.subarray(row * 7 + 1, row * 7 + 7)]).toEqual([...rgb.subarray(row * 6, row * 6 + 6)]);
  }
});

it('has the checksum that every PNG has in its last chunk', () => {
  expect([...chunks()].at(-1)!.crc).toBe(0xae426082);
});
