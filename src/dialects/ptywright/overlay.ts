/** Methods that create, list, read, change and delete overlays. */
import { z } from '#platform/schema.ts';
import {
  formatOverlay,
  OverlayInfo,
  OverlayRef,
  overlayChangeParams,
  overlayParams,
  toContentChange,
} from './layerSchemas.ts';
import { method, redactionParams, SessionRef } from './method.ts';

export const overlayCreate = method({
  name: 'overlay.create',
  summary: 'Create an overlay: text over the screen of a session, visible to viewers.',
  details:
    'Programs and matchers do not see it. Snapshots and screenshots include it only with `layers: true`.',
  needs: ['input.write'],
  throws: ['Busy'],
  params: z.strictObject({ session: SessionRef, ...overlayParams }),
  result: z.object({ overlay: z.string().describe('The id of the new overlay.') }),
  examples: [
    {
      title: 'a word in the upper right corner',
      program: 'asks-name',
      send: { x: 70, y: 0, spans: [{ text: 'ready', fg: 2, bold: true }] },
      reply: { overlay: 'o1' },
    },
    { title: 'an invalid column', program: 'asks-name', send: { x: -1, y: 0 }, fault: 'Invalid' },
  ],
  handle: ({ world }, { session, ...options }) => ({
    overlay: world.sessions.get(session).layers.createOverlay(options).id,
  }),
});

export const overlayList = method({
  name: 'overlay.list',
  summary: 'List the overlays of a session in order of creation, including hidden ones.',
  needs: ['screen.read'],
  throws: ['PermissionDenied'],
  params: z.strictObject({ session: SessionRef, ...redactionParams }),
  result: z.object({ overlays: z.array(OverlayInfo) }),
  examples: [{ title: 'no overlays', program: 'asks-name', send: {}, reply: { overlays: [] } }],
  handle: ({ world }, { session, ...how }) => {
    const read = world.sessions.get(session);
    const hides = world.redactionForRead(read, how);
    return { overlays: read.layers.overlays().map((one) => formatOverlay(read, one, hides)) };
  },
});

export const overlayGet = method({
  name: 'overlay.get',
  summary: 'Return the position, size, content and visibility of an overlay.',
  needs: ['screen.read'],
  throws: ['OverlayUnknown', 'PermissionDenied'],
  positional: ['session', 'overlay'],
  params: z.strictObject({ session: SessionRef, overlay: OverlayRef, ...redactionParams }),
  result: OverlayInfo,
  examples: [
    { title: 'an unknown overlay', program: 'asks-name', send: { overlay: 'o9' }, fault: 'OverlayUnknown' },
  ],
  handle: ({ world }, { session, overlay, ...how }) => {
    const read = world.sessions.get(session);
    return formatOverlay(read, read.layers.overlay(overlay), world.redactionForRead(read, how));
  },
});

export const overlayChange = method({
  name: 'overlay.change',
  summary:
    'Change the position, size or content of an overlay. If the change is refused, nothing is applied.',
  needs: ['input.write'],
  throws: ['OverlayUnknown', 'Busy'],
  params: z.strictObject({ session: SessionRef, overlay: OverlayRef, ...overlayChangeParams }),
  result: z.object({ changed: z.literal(true) }),
  examples: [
    { title: 'an unknown overlay', program: 'asks-name', send: { overlay: 'o9' }, fault: 'OverlayUnknown' },
  ],
  handle: ({ world }, { session, overlay, ...sent }) => {
    world.sessions.get(session).layers.changeOverlay(overlay, toContentChange(sent));
    return { changed: true as const };
  },
});

export const overlayDelete = method({
  name: 'overlay.delete',
  summary: 'Delete an overlay.',
  needs: ['input.write'],
  throws: ['OverlayUnknown'],
  positional: ['session', 'overlay'],
  params: z.strictObject({ session: SessionRef, overlay: OverlayRef }),
  result: z.object({ deleted: z.literal(true) }),
  examples: [
    { title: 'an unknown overlay', program: 'asks-name', send: { overlay: 'o9' }, fault: 'OverlayUnknown' },
  ],
  handle: ({ world }, { session, overlay }) => {
    world.sessions.get(session).layers.deleteOverlay(overlay);
    return { deleted: true as const };
  },
});

export const overlayClear = method({
  name: 'overlay.clear',
  summary: 'Delete all overlays of the current layer mode.',
  needs: ['input.write'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ cleared: z.literal(true) }),
  examples: [{ title: 'none', program: 'asks-name', send: {}, reply: { cleared: true } }],
  handle: ({ world }, { session }) => {
    world.sessions.get(session).layers.clearOverlays();
    return { cleared: true as const };
  },
});
