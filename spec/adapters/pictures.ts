/** Pictures and recordings written in a spec. */
import { readScenes, type Scene } from '#adapters/scenes.ts';

export const ESC = '\x1b';

/** The only scene of a picture. Its screen context stays valid after the read. */
export function sceneOf(text: string, file = 'one.txt'): Scene {
  const [scene, ...more] = [...readScenes(file, text)];
  if (!scene || more.length > 0) throw new Error(`${more.length + 1} scenes instead of one`);
  return scene;
}

type Event = readonly [seconds: number, code: string, text: string];

export const cast = (events: readonly Event[], size = { width: 20, height: 4 }): string =>
  [{ version: 2, ...size }, ...events].map((each) => `${JSON.stringify(each)}\n`).join('');

export const scenesIn = (text: string): readonly Scene[] => [...readScenes('one.cast', text)];
