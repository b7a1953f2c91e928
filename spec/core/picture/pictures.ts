/** Pictures and recordings written down in a spec. */
import type { Scene } from '../../../src/core/picture/scenes.ts';
import { scenesOf } from '../../../src/core/picture/scenes.ts';

export const ESC = '\x1b';

/** The scene of a picture; its look outlives it. */
export function sceneOf(text: string, file = 'one.txt'): Scene {
  const [scene, ...more] = [...scenesOf(file, text)];
  if (!scene || more.length > 0) throw new Error(`${more.length + 1} scenes instead of one`);
  return scene;
}

type Event = readonly [seconds: number, code: string, text: string];

export const cast = (events: readonly Event[], size = { width: 20, height: 4 }): string =>
  [{ version: 2, ...size }, ...events].map((each) => `${JSON.stringify(each)}\n`).join('');

export const scenesIn = (text: string): readonly Scene[] => [...scenesOf('one.cast', text)];
