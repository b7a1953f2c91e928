/** The native dialect as a listener speaks it: of the whole world, and on the web with the page beside it. */
import { ptywright } from '../../dialects/ptywright/index.ts';
import { withPage } from '../page.ts';
import { spoken } from '../spoken.ts';
import type { Speak } from '../tongues.ts';

export const speak: Speak = (world, { url }) => {
  const line = spoken(ptywright, world);
  return url === undefined
    ? line
    : withPage(world, { ...line, routes: [{ path: '/ptywright', guarded: true, socket: () => line }] });
};
