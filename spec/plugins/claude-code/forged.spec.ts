/**
 * Captures with forged answers: the reported state must not change. A normal run shows each answer to one of the captures,
 * and each capture every screen in several styles of lines. A soak shows every answer to all captures.
 */
import { describe, expect, it } from 'vitest';
import { parsePicture } from '#adapters/pictureFile.ts';
import { sceneOf } from '../../adapters/pictures.ts';
import { times } from '../../soak/scale.ts';
import { forged } from './forge.ts';
import { forgeries } from './forgeries.ts';
import { capture, witness } from './witness.ts';

const captures = [
  '2.0.76-hello-completed.txt',
  '2.1.197-hello-completed.txt',
  '2.1.327-hello-completed.txt',
  '2.1.327-slow-streaming.txt',
];

const shown = times(1, captures.length);

describe.each(captures)('an answer in %s', (file) => {
  const text = capture(file);
  const truth = parsePicture(file, text).state;

  it(`is recognized as ${truth} and nothing else`, async () => {
    const { said } = witness();
    const taken: string[] = [];
    for (const [at, { name, words }] of forgeries.entries()) {
      if ((at + captures.indexOf(file)) % captures.length >= shown) continue;
      const { state, evidence, metadata } = await said(sceneOf(forged(file, text, words), file));
      if (state !== truth) taken.push(`${name}: ${state}, ${evidence}`);
      for (const told of ['permission', 'dialog_id', 'error'])
        if (told in metadata) taken.push(`${name}: ${told}`);
    }
    expect(taken).toEqual([]);
  });
});
