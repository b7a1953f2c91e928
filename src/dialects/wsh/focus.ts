/** Methods for the focus of overlays and panels, and for their alternate mode. */
import { z } from '#platform/schema.ts';
import { LayerId } from './layerSchemas.ts';
import { method, sessionParams } from './method.ts';

export const getFocus = method({
  name: 'get_focus',
  summary: 'Return the overlay or panel that has the focus.',
  needs: ['screen.read'],
  params: z.object(sessionParams),
  result: z.object({ focused: z.string().nullable() }),
  examples: [{ title: 'of nothing', send: {}, reply: {} }],
  handle: ({ world }, params) => ({ focused: world.session(params.session).layers.focused }),
});

export const focus = method({
  name: 'focus',
  summary: 'Set the focus to an overlay or panel.',
  needs: ['input.write'],
  throws: ['NotFocusable'],
  params: z.object({ ...sessionParams, id: LayerId }),
  handle: ({ world }, params) => {
    world.session(params.session).layers.focus(params.id, 'id');
  },
});

export const unfocus = method({
  name: 'unfocus',
  summary: 'Remove the focus.',
  needs: ['input.write'],
  params: z.object(sessionParams),
  examples: [{ title: 'of nothing', send: {}, reply: {} }],
  handle: ({ world }, params) => {
    world.session(params.session).layers.unfocus();
  },
});

export const getScreenMode = method({
  name: 'get_screen_mode',
  summary: 'Return which set of overlays and panels is active.',
  needs: ['screen.read'],
  params: z.object(sessionParams),
  result: z.object({ mode: z.enum(['normal', 'alt']) }),
  examples: [{ title: 'of the program', send: {}, reply: { mode: 'normal' } }],
  handle: ({ world }, params) => {
    const { mode } = world.session(params.session).layers;
    return { mode: mode === 'normal' ? ('normal' as const) : ('alt' as const) };
  },
});

export const enterAltScreen = method({
  name: 'enter_alt_screen',
  summary: 'Switch to a new, alternate set of overlays and panels.',
  needs: ['input.write', 'session.resize'],
  throws: ['InAlternateMode'],
  params: z.object(sessionParams),
  examples: [{ title: 'for layers', send: {}, reply: {} }],
  handle: ({ world }, params) => {
    world.session(params.session).layers.enterAlternate();
  },
});

export const exitAltScreen = method({
  name: 'exit_alt_screen',
  summary: 'Delete the alternate set of overlays and panels, and switch back.',
  needs: ['input.write', 'session.resize'],
  throws: ['NotInAlternateMode'],
  params: z.object(sessionParams),
  handle: ({ world }, params) => {
    world.session(params.session).layers.leaveAlternate();
  },
});
