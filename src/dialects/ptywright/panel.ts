/** Methods that create, list, read, change and delete panels. */
import { z } from '#platform/schema.ts';
import {
  formatPanel,
  PanelInfo,
  PanelRef,
  panelChangeParams,
  panelParams,
  toContentChange,
} from './layerSchemas.ts';
import { method, redactionParams, SessionRef } from './method.ts';

export const panelCreate = method({
  name: 'panel.create',
  summary: 'Create a panel: rows at an edge, taken from the program, with text that viewers see.',
  details:
    'The program gets a smaller size, as when a window shrinks, but keeps at least one row. A panel gets no input. Programs and matchers do not see it. Snapshots and screenshots include it only with `layers: true`.',
  needs: ['input.write', 'session.resize'],
  throws: ['Busy'],
  params: z.strictObject({ session: SessionRef, ...panelParams }),
  result: z.object({ panel: z.string().describe('The id of the new panel.') }),
  examples: [
    {
      title: 'a line at the bottom with a span that will change',
      program: 'asks-name',
      send: { position: 'bottom', height: 1, spans: [{ text: 'tests: ' }, { id: 'tests', text: '0' }] },
      reply: { panel: 'p1' },
    },
    {
      title: 'an invalid edge',
      program: 'asks-name',
      send: { position: 'left', height: 1 },
      fault: 'Invalid',
    },
  ],
  handle: ({ world }, { session, ...options }) => ({
    panel: world.sessions.get(session).layers.createPanel(options).id,
  }),
});

export const panelList = method({
  name: 'panel.list',
  summary: 'List the panels of a session in order of creation, including hidden ones.',
  needs: ['screen.read'],
  throws: ['PermissionDenied'],
  params: z.strictObject({ session: SessionRef, ...redactionParams }),
  result: z.object({ panels: z.array(PanelInfo) }),
  examples: [{ title: 'no panels', program: 'asks-name', send: {}, reply: { panels: [] } }],
  handle: ({ world }, { session, ...how }) => {
    const read = world.sessions.get(session);
    const hides = world.redactionForRead(read, how);
    return { panels: read.layers.panels().map((one) => formatPanel(read, one, hides)) };
  },
});

export const panelGet = method({
  name: 'panel.get',
  summary: 'Return the position, height, content and visibility of a panel.',
  needs: ['screen.read'],
  throws: ['PanelUnknown', 'PermissionDenied'],
  positional: ['session', 'panel'],
  params: z.strictObject({ session: SessionRef, panel: PanelRef, ...redactionParams }),
  result: PanelInfo,
  examples: [
    { title: 'an unknown panel', program: 'asks-name', send: { panel: 'p9' }, fault: 'PanelUnknown' },
  ],
  handle: ({ world }, { session, panel, ...how }) => {
    const read = world.sessions.get(session);
    return formatPanel(read, read.layers.panel(panel), world.redactionForRead(read, how));
  },
});

export const panelChange = method({
  name: 'panel.change',
  summary: 'Change the edge, height or content of a panel. If the change is refused, nothing is applied.',
  needs: ['input.write', 'session.resize'],
  throws: ['PanelUnknown', 'Busy'],
  params: z.strictObject({ session: SessionRef, panel: PanelRef, ...panelChangeParams }),
  result: z.object({ changed: z.literal(true) }),
  examples: [
    { title: 'an unknown panel', program: 'asks-name', send: { panel: 'p9' }, fault: 'PanelUnknown' },
  ],
  handle: ({ world }, { session, panel, ...sent }) => {
    world.sessions.get(session).layers.changePanel(panel, toContentChange(sent));
    return { changed: true as const };
  },
});

export const panelDelete = method({
  name: 'panel.delete',
  summary: 'Delete a panel; its rows go back to the program.',
  needs: ['input.write', 'session.resize'],
  throws: ['PanelUnknown'],
  positional: ['session', 'panel'],
  params: z.strictObject({ session: SessionRef, panel: PanelRef }),
  result: z.object({ deleted: z.literal(true) }),
  examples: [
    { title: 'an unknown panel', program: 'asks-name', send: { panel: 'p9' }, fault: 'PanelUnknown' },
  ],
  handle: ({ world }, { session, panel }) => {
    world.sessions.get(session).layers.deletePanel(panel);
    return { deleted: true as const };
  },
});

export const panelClear = method({
  name: 'panel.clear',
  summary: 'Delete all panels of the current layer mode.',
  needs: ['input.write', 'session.resize'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ cleared: z.literal(true) }),
  examples: [{ title: 'none', program: 'asks-name', send: {}, reply: { cleared: true } }],
  handle: ({ world }, { session }) => {
    world.sessions.get(session).layers.clearPanels();
    return { cleared: true as const };
  },
});
