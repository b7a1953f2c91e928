/** Asciicasts of both versions, complete, incomplete and invalid, as the player reads them. */
import { describe, expect, it } from 'vitest';
import { InvalidCastError, parseCast, parseSize } from '#page/cast.ts';

const version2 = '{"version":2,"width":80,"height":24,"title":"demo"}';
const version3 = '{"version":3,"term":{"cols":80,"rows":24}}';
const cast = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('events', () => {
  it('have times from the start in version 2, which never go back', () => {
    const { events, lengthMs } = parseCast(cast(version2, '[2,"o","a"]', '[1,"o","b"]', '[3,"x","0"]'));
    expect(events.map(({ ms, kind }) => [ms, kind])).toEqual([
      [2000, 'output'],
      [2000, 'output'],
      [3000, 'exit'],
    ]);
    expect(lengthMs).toBe(3000);
  });

  it('have times from the last event in version 3', () => {
    const { events } = parseCast(cast(version3, '[1,"o","a"]', '# a comment', '', '[0.5,"m","here"]'));
    expect(events).toEqual([
      { ms: 1000, kind: 'output', text: 'a' },
      { ms: 1500, kind: 'mark', text: 'here' },
    ]);
  });

  it('of unknown kinds take time and are ignored', () => {
    const { events } = parseCast(cast(version3, '[1,"?","a"]', '[1,"o","b"]'));
    expect(events).toEqual([{ ms: 2000, kind: 'output', text: 'b' }]);
  });

  it('that are still being written are left out', () => {
    expect(parseCast(`${version2}\n[1,"o","a"]\n[2,"o","b`).events).toHaveLength(1);
  });
});

it.each([
  ['', 'Line 1 is not valid JSON.'],
  ['{"version":1}', 'Not an asciicast'],
  [cast(version2, '{'), 'Line 2 is not valid JSON.'],
  [cast(version2, '{}'), 'Line 2 is not an event'],
  [cast(version2, '["1","o",""]'), 'Line 2: the time is missing'],
  [cast(version2, '[-1,"o",""]'), 'Line 2: the time is missing'],
  [cast(version3, '[86400,"o",""]', '[1,"o",""]'), 'Line 3: the time is after more than a day.'],
])('%j is refused: %s', (text, message) => {
  expect(() => parseCast(text)).toThrow(InvalidCastError);
  expect(() => parseCast(text)).toThrow(message);
});

it('bounds the size of the emulator, with a default for recordings without a size', () => {
  expect(parseCast('{"version":2,"width":99999,"height":0}\n')).toMatchObject({ cols: 1000, rows: 24 });
  expect(parseSize('9999x2')).toEqual({ cols: 1000, rows: 2 });
  expect(parseSize('80*24')).toBeUndefined();
});
