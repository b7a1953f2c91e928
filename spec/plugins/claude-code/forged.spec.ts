/** Captures with every forged answer: the reported state must not change. */
import { describe, expect, it } from 'vitest';
import { parsePicture } from '#adapters/pictureFile.ts';
import { sceneOf } from '../../adapters/pictures.ts';
import { forged } from './forge.ts';
import { forgeries } from './forgeries.ts';
import { capture, witness } from './witness.ts';

const captures = [
  '2.0.76-hello-completed.txt',
  '2.1.197-hello-completed.txt',
  '2.1.327-hello-completed.txt',
  '2.1.327-slow-streaming.txt',
];

describe.each(captures)('an answer in %s', (file) => {
  const text = capture(file);
  const truth = parsePicture(file, text).state;

  it(`is not taken for anything but ${truth}, whatever it looks like`, async () => {
    const { said } = witness();
    const taken: string[] = [];
    for (const { name, words } of forgeries) {
      const { state, evidence, metadata } = await said(sceneOf(forged(file, text, words), file));
      if (state !== truth) taken.push(`${name}: ${state}, ${evidence}`);
      for (const told of ['permission', 'dialog_id', 'error'])
        if (told in metadata) taken.push(`${name}: ${told}`);
    }
    expect(taken).toEqual([]);
  });
});
