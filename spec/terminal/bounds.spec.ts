import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { noRedaction } from '#redaction/policy.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import { aScreen } from './aScreen.ts';

/** Memory in use after a garbage collection. */
function heldMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

const megabytes = () => process.memoryUsage().rss / 1e6;

describe('strings of a program', () => {
  it.each([
    '\x1b]2;',
    '\x1b]0;',
    '\x1b]8;;',
    '\x1b]4;',
    '\x1b]52;c;',
    '\x1b]9999;',
    '\x1bP+q',
    '\x1bP$q',
    '\x1bPq',
    '\x1b_',
    '\x1b^',
    '\x1bX',
  ])('20 MB after %j are dropped, and later text is shown', (start) => {
    const { screen, feed } = aScreen();
    const piece = Buffer.alloc(1e6, 'x');
    const before = heldMegabytes();
    feed(start);
    for (let sent = 0; sent < 20; sent++) screen.feed(piece);
    expect(heldMegabytes() - before).toBeLessThan(2);
    feed('\x1b\\after');
    expect(screen.text()).toBe('after');
    expect(screen.title).toBeNull();
  });

  it('a title is cut at its limit, whole characters only', () => {
    const { screen, feed } = aScreen();
    feed(`\x1b]2;${'x'.repeat(limits.titleChars - 1)}😀\x07`);
    expect(screen.title).toBe('x'.repeat(limits.titleChars - 1));
  });

  it('a title at the limit of strings is taken, one byte more is not', () => {
    const { screen, feed } = aScreen();
    feed(`\x1b]2;${'é'.repeat(limits.stringBytes / 2)}\x07`);
    expect(screen.title).toHaveLength(limits.titleChars);
    feed('\x1b]2;kept\x07', `\x1b]2;${'é'.repeat(limits.stringBytes / 2)}x\x07`);
    expect(screen.title).toBe('kept');
  });

  it('an incomplete title is ignored', () => {
    const { screen, feed } = aScreen();
    feed('\x1b]2;half\x18shown');
    expect(screen.title).toBeNull();
    expect(screen.text()).toBe('shown');
  });
});

describe('hyperlinks', () => {
  const link = (uri: string, text: string) => `\x1b]8;;${uri}\x1b\\${text}\x1b]8;;\x1b\\`;
  const links = (screen: Parameters<typeof screenRuns>[0]) =>
    screenRuns(screen, noRedaction)
      .flat()
      .map(({ link }) => link);

  it('are returned with their runs, without an underline', () => {
    const { screen, feed } = aScreen();
    feed(`a${link('http://one;two', 'b')}c`);
    expect(screenRuns(screen, noRedaction)[0]).toEqual([
      { col: 0, width: 1, text: 'a' },
      { col: 1, width: 1, text: 'b', link: 'http://one;two' },
      { col: 2, width: 1, text: 'c' },
    ]);
  });

  it('only the last so many are known; cells with an older one keep their text', () => {
    const { screen, feed } = aScreen(2, 10);
    feed(link('http://first', 'a'));
    for (let at = 0; at < limits.links; at++) feed(`\r\x1b[2B${link(`http://${at}`, 'b')}`);
    expect(screen.text()).toBe('a\nb');
    expect(links(screen)).toEqual([undefined, `http://${limits.links - 1}`]);
    expect(screen.links.size).toBe(limits.links);
  });

  it('200,000 of them take neither seconds nor memory', () => {
    const { feed, screen } = aScreen(24, 80, { scrollback: 1000 });
    const from = [process.cpuUsage().user, megabytes()] as const;
    for (let at = 0; at < 200; at++)
      feed(Array.from({ length: 1000 }, (_, of) => link(`http://${at}/${of}`, 'x')).join(''));
    expect((process.cpuUsage().user - from[0]) / 1e6).toBeLessThan(3);
    expect(megabytes() - from[1]).toBeLessThan(80);
    expect(screen.links.size).toBe(limits.links);
  });

  it('one that is never closed does not slow down a long output', () => {
    const { feed } = aScreen(24, 80, { scrollback: 10_000 });
    feed('\x1b]8;;http://x\x07');
    const from = process.cpuUsage().user;
    feed('some words\r\n'.repeat(40_000));
    expect((process.cpuUsage().user - from) / 1e6).toBeLessThan(2);
  });
});

describe('combining marks', () => {
  it('of one cell are bounded in the emulator too', () => {
    const { screen, feed } = aScreen();
    feed(`e${'\u0301'.repeat(2_000_000)}x`);
    expect([...screen.text()]).toHaveLength(limits.cellCodePoints + 1);
    feed(`\r\n\x1b[?2027h${'👩\u200d'.repeat(100)}`);
    expect([...screen.row(1).text]).toHaveLength(limits.cellCodePoints);
  });
});

describe('a flood', () => {
  it('leaves memory unchanged once the scrollback is full', () => {
    const { screen } = aScreen(24, 80, { scrollback: 200 });
    const lines = Buffer.from('the same line of words again\r\n'.repeat(1000));
    for (let at = 0; at < 50; at++) screen.feed(lines);
    const before = heldMegabytes();
    for (let at = 0; at < 500; at++) screen.feed(lines);
    expect(heldMegabytes() - before).toBeLessThan(2);
    expect(screen.scrollback.length).toBe(200);
  });
});
