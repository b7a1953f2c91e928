/**
 * Captures with forged answers: the reported state must not change. A normal run shows each answer to one of the captures,
 * and each capture every screen in several styles of lines. A soak shows every answer to all captures.
 */
import { describe, expect, it } from 'vitest';
import { parsePicture } from '#adapters/pictureFile.ts';
import { sceneOf } from '../../adapters/pictures.ts';
import { times } from '../../soak/scale.ts';
import { capture, createClassifier } from './classifier.ts';
import { forged } from './forge.ts';
import { forgeries } from './forgeries.ts';

const captures = [
  '2.0.76-hello-completed.txt',
  '2.1.197-hello-completed.txt',
  '2.1.327-hello-completed.txt',
  '2.1.327-slow-streaming.txt',
];

const visible = times(1, captures.length);

describe.each(captures)('an answer in %s', (file) => {
  const text = capture(file);
  const truth = parsePicture(file, text).state;

  it(`is recognized as ${truth} and nothing else`, async () => {
    const { said } = createClassifier();
    const taken: string[] = [];
    for (const [at, { name, words }] of forgeries.entries()) {
      if ((at + captures.indexOf(file)) % captures.length >= visible) continue;
      const { state, evidence, metadata } = await said(sceneOf(forged(file, text, words), file));
      if (state !== truth) taken.push(`${name}: ${state}, ${evidence}`);
      for (const received of ['permission', 'dialog_id', 'error'])
        if (received in metadata) taken.push(`${name}: ${received}`);
    }
    expect(taken).toEqual([]);
  });
});
