/** Viewers and the input lock of a session, in requests and replies. */
import { z } from '#platform/schema.ts';
import type { Caller } from '#rpc/method.ts';
import type { Session } from '#session/session.ts';
import type { Viewer } from '#viewers/viewer.ts';
import { Cols, Name, Rows, ScreenSize } from './method.ts';

export const ViewerRef = Name.describe('The id of a viewer of this connection, from `session.attach`.');

export const DisplayName = Name.describe('The name that other clients see.');

export const ViewerSizeParam = z
  .strictObject({ rows: Rows, cols: Cols })
  .describe(
    "The size of the viewer's terminal. If the session is larger, the viewer shows the part with the cursor, or the top left if no cursor is visible.",
  );

export const ViewerInfo = z
  .object({
    viewer: z.string(),
    name: z.string().nullable(),
    read_only: z.boolean(),
    size: ScreenSize.nullable(),
    resize: z.boolean().describe('Whether the session takes the size of this terminal.'),
  })
  .meta({ id: 'Viewer' });

export const listViewers = ({ viewers }: Session): z.input<typeof ViewerInfo>[] =>
  viewers.all().map(toViewerInfo);

const toViewerInfo = ({ id, name, readOnly, extent, resizes }: Viewer): z.input<typeof ViewerInfo> => ({
  viewer: id,
  name,
  read_only: readOnly,
  size: extent ? { rows: extent.rows, cols: extent.cols } : null,
  resize: resizes,
});

export const LockScope = z
  .enum(['everyone', 'people'])
  .describe(
    '`everyone`: writes by others are refused. `people`: programs can still write; keys that people type are sent to the holder and not written.',
  );

export const LockHolder = z
  .object({
    name: z.string().nullable().describe('The name that the holder gave.'),
    from: LockScope,
    person: z
      .boolean()
      .describe(
        'The holder had a viewer of the session that was not read-only when it captured the input. No program can take over its lock.',
      ),
    since: z.number().describe('Milliseconds since 1970.'),
  })
  .describe('The holder of the input lock.')
  .meta({ id: 'Holder' });

/** The lock status from the view of one connection. */
export const lockFields = {
  holder: LockHolder.nullable(),
  holds: z.boolean().describe('Whether this connection holds the lock.'),
};

export function getLockHolder({ inputLock: { holder } }: Session): z.input<typeof LockHolder> | null {
  if (!holder) return null;
  const { name, from, person, since } = holder;
  return { name, from, person, since };
}

export const getLockStatus = (session: Session, caller: Caller) => ({
  holder: getLockHolder(session),
  holds: session.inputLock.holder?.owner === caller,
});
