/** What is common to overlays and panels: changed at once, meant by the keyboard, put aside for others. */
import { z } from '../../../platform/schema.ts';
import { LayerId, orUnknown, Spans, updating, Writes } from '../layers.ts';
import { method, Nothing, session, type WshMethod } from '../method.ts';

const needs = ['input.write'];

const batchUpdate = method({
  name: 'batch_update',
  summary: 'Change spans and write over an overlay or a panel at once: all of it is seen, or nothing.',
  needs,
  throws: ['OverlayUnknown', 'PanelUnknown', 'Busy'],
  params: z.object({
    ...session,
    id: LayerId,
    type: z.enum(['overlay', 'panel']),
    spans: Spans.nullish(),
    writes: Writes.nullish(),
  }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    const { layers } = seat.session(params.session);
    const change = updating(params);
    orUnknown(params.id, () =>
      params.type === 'overlay'
        ? layers.changeOverlay(params.id, change)
        : layers.changePanel(params.id, change),
    );
    return {};
  },
});

const focus = method({
  name: 'focus',
  summary: "Say for which overlay or panel a person's keys are meant.",
  needs,
  throws: ['NotFocusable'],
  params: z.object({ ...session, id: LayerId }),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.session(params.session).layers.focus(params.id, 'id');
    return {};
  },
});

const unfocus = method({
  name: 'unfocus',
  summary: 'Say that they are for none.',
  needs,
  params: z.object(session),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.session(params.session).layers.unfocus();
    return {};
  },
});

const getFocus = method({
  name: 'get_focus',
  summary: 'Tell which overlay or panel has the focus.',
  needs: ['screen.read'],
  params: z.object(session),
  result: z.object({ focused: z.string().nullable() }),
  handle: ({ world: seat }, params) => ({ focused: seat.session(params.session).layers.focused }),
});

const getScreenMode = method({
  name: 'get_screen_mode',
  summary: 'Tell which set of overlays and panels is shown.',
  needs: ['screen.read'],
  params: z.object(session),
  result: z.object({ mode: z.enum(['normal', 'alt']) }),
  handle: ({ world: seat }, params) => {
    const { mode } = seat.session(params.session).layers;
    return { mode: mode === 'normal' ? ('normal' as const) : ('alt' as const) };
  },
});

const enterAltScreen = method({
  name: 'enter_alt_screen',
  summary: 'Put all overlays and panels aside for others.',
  needs: [...needs, 'session.resize'],
  throws: ['InAlternateMode'],
  params: z.object(session),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.session(params.session).layers.enterAlternate();
    return {};
  },
});

const exitAltScreen = method({
  name: 'exit_alt_screen',
  summary: 'Delete those that were made since, and bring the others back.',
  needs: [...needs, 'session.resize'],
  throws: ['NotInAlternateMode'],
  params: z.object(session),
  result: Nothing,
  handle: ({ world: seat }, params) => {
    seat.session(params.session).layers.leaveAlternate();
    return {};
  },
});

export const focusing: readonly WshMethod[] = [
  batchUpdate,
  focus,
  unfocus,
  getFocus,
  getScreenMode,
  enterAltScreen,
  exitAltScreen,
];
