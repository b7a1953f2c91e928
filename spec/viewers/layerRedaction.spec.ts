/** Secrets in layers are hidden in frames and replies, however they are cut, covered or joined. */
import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { hideUnfinished } from '#terminal/screenRedaction.ts';
import { createFrame } from '#viewers/frame.ts';
import { redactContent } from '#viewers/layerRedaction.ts';
import { hides } from '../terminal/aScreen.ts';
import { aTerminal, textOf } from './aTerminal.ts';

const redaction = createRedaction(defaultPolicy);
const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

describe('a secret in a layer', () => {
  it('is neither drawn nor returned, in one span or in several', () => {
    const { layers, seen } = aTerminal(3, 60);
    const spans = [
      { text: 'key ' },
      { id: 'k', text: secret.slice(0, 9), fg: 1 },
      { text: secret.slice(9, 20), bold: true },
      { text: `${secret.slice(20)}.` },
    ];
    const { content } = layers.create('overlay', { x: 0, y: 0, spans });
    expect(seen()).toContain(secret);
    expect(seen(redaction)).toBe(`key [REDACTED]${' '.repeat(secret.length - 10)}.`);
    expect(redactContent(content, undefined, redaction).spans).toEqual([
      { text: 'key ' },
      { id: 'k', text: '[REDACTED]', fg: 1 },
      { text: '', bold: true },
      { text: '.' },
    ]);
  });

  it('is hidden when it is written, also piece by piece, and over spans', () => {
    const { layers, seen } = aTerminal(3, 60);
    const { id } = layers.create('panel', {
      position: 'top',
      height: 2,
      spans: [{ text: `key ${secret.slice(0, 12)}` }],
    });
    for (let at = 12; at < secret.length; at += 5)
      layers.change('panel', id, {
        writes: [{ row: 0, col: 4 + at, text: secret.slice(at, at + 5), fg: at % 3 }],
      });
    expect(seen()).toContain(secret);
    expect(seen(redaction)).toBe('key [REDACTED]');
    const received = redactContent(layers.get('panel', id).content, 60, redaction);
    expect(received.spans).toEqual([{ text: 'key [REDACTED]' }]);
    expect(received.writes.map(({ text }) => text.trim()).join('')).toBe('');
  });

  it('is hidden if only a part of it is visible', () => {
    const { layers, seen } = aTerminal(2, 60);
    const { id } = layers.create('overlay', { x: 0, y: 0, width: 12, spans: [{ text: secret }] });
    expect(seen(redaction)).toBe('[REDACTED]');
    layers.change('overlay', id, { x: 55, width: 60 });
    expect(seen(redaction).trim()).toBe('[REDA');
    layers.change('overlay', id, { x: 0, writes: [{ row: 0, col: 20, text: '-----' }] });
    expect(seen(redaction)).toMatch(/^\[REDACTED\] {10}----- *$/);
  });

  it('is hidden where the program has the other half, or another layer', () => {
    const { feed, layers, seen } = aTerminal(2, 60);
    feed(secret.slice(0, 20));
    layers.create('overlay', { x: 20, y: 0, spans: [{ text: secret.slice(20, 30) }] });
    layers.create('overlay', { x: 30, y: 0, spans: [{ text: secret.slice(30) }] });
    expect(seen()).toBe(secret);
    expect(seen(redaction)).toBe('[REDACTED]');
  });

  it('of the program stays hidden where a layer covers half of it', () => {
    const { feed, layers, seen } = aTerminal(2, 60);
    feed(secret);
    layers.create('overlay', { x: 20, y: 0, spans: [{ text: '!' }] });
    expect(seen(redaction)).toBe('[REDACTED]          !');
  });

  it('is hidden if it continues in the next row', () => {
    const { layers, seen } = aTerminal(4, 20);
    const spans = [{ text: `${secret.slice(0, 20)}\n${secret.slice(20)}` }];
    const { id } = layers.create('panel', { position: 'top', height: 2, spans });
    expect(seen(redaction)).toBe('[REDACTED]\n[REDACTED]');
    expect(redactContent(layers.get('panel', id).content, 20, redaction).spans).toEqual([
      { text: '[REDACTED]\n[REDACTED]' },
    ]);
  });

  it('is hidden by the additional rules of the reader', () => {
    const { layers, seen } = aTerminal(1, 20);
    layers.create('overlay', { x: 0, y: 0, spans: [{ text: '漢字 hun' }, { text: 'ter2 漢' }] });
    expect(seen(hides(/hunter2/, '***'))).toBe('漢字 ***     漢');
    expect(seen(redaction)).toBe('漢字 hunter2 漢');
  });

  it('of the program is hidden while it is printed, and layers do not change', () => {
    const { screen, feed, layers } = aTerminal(4, 60);
    layers.create('panel', { position: 'top', height: 1, spans: [{ text: 'above' }] });
    layers.create('panel', { position: 'bottom', height: 1, spans: [{ text: 'below' }] });
    layers.create('overlay', { x: 50, y: 1, spans: [{ text: 'over' }] });
    feed(`\r\nkey ${secret.slice(0, 20)}`);
    const hiding = hideUnfinished(screen, redaction);
    expect(hiding).toBeDefined();
    const seen = textOf(createFrame({ screen, layers }, redaction, hiding)).split('\n');
    expect([seen[0], seen[1]?.trim(), seen[3]]).toEqual(['above', 'over', 'below']);
    expect(seen[2]).not.toContain(secret.slice(0, 20));
  });

  it('is hidden with the combining marks of its last character', () => {
    const { layers } = aTerminal();
    const { content } = layers.create('overlay', { x: 0, y: 0, spans: [{ text: 'a hunte\u0301\u0301 b' }] });
    expect(redactContent(content, undefined, hides(/hunte/, '***')).spans).toEqual([{ text: 'a *** b' }]);
  });

  it('in the name of a span is hidden too', () => {
    const { layers } = aTerminal();
    const { content } = layers.create('overlay', { x: 0, y: 0, spans: [{ id: secret, text: 'a' }] });
    expect(redactContent(content, undefined, redaction).spans).toEqual([{ id: '[REDACTED]', text: 'a' }]);
  });
});
