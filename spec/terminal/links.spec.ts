/** Hyperlinks of a screen, and the link under the pointer. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { PointerTracker } from '#terminal/links.ts';
import { aScreen } from './aScreen.ts';

const link = (uri: string, text: string) => `\x1b]8;;${uri}\x07${text}\x1b]8;;\x07`;

describe('the link under the pointer', () => {
  const { screen, feed } = aScreen();
  feed(`see ${link('http://a', 'here')} or ${link('http://b', 'there')}`);

  it('is reported with its columns when the pointer reaches it, once', () => {
    const pointer = new PointerTracker();
    expect(pointer.moveTo(screen, 0, 3)).toBeUndefined();
    expect(pointer.moveTo(screen, 0, 5)).toEqual({ uri: 'http://a', row: 0, col_start: 4, col_end: 7 });
    expect(pointer.moveTo(screen, 0, 7)).toBeUndefined();
    expect(pointer.moveTo(screen, 0, 12)).toMatchObject({ uri: 'http://b' });
    expect(pointer.moveTo(screen, 1, 12)).toBeUndefined();
    expect(pointer.moveTo(screen, 0, 12)).toMatchObject({ uri: 'http://b' });
  });
});

it('a link that is written again has the same entry', () => {
  const { screen, feed } = aScreen();
  feed(link('http://a', 'x'), link('http://a', 'y'), link('http://b', 'z'));
  expect(screen.links.size).toBe(2);
});

it('an address over the limit is no link, and its text stays', () => {
  const { screen, feed } = aScreen();
  feed(link(`http://${'a'.repeat(limits.linkChars)}`, 'text'));
  expect(screen.links.size).toBe(0);
  expect(screen.text()).toContain('text');
});

it('the oldest links are dropped, and their text stays', () => {
  const { screen, feed } = aScreen();
  feed(link('http://first', 'first\r\n'));
  for (let at = 0; at < limits.links; at++) feed(link(`http://${at}`, '.\r'));
  expect(screen.links.size).toBe(limits.links);
  expect(new PointerTracker().moveTo(screen, 0, 0)).toBeUndefined();
  expect(screen.text()).toContain('first');
});
