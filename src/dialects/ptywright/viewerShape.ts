/** A viewer, as it is asked for and told. */
import { fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import type { Session } from '../../core/session/session.ts';
import type { Viewer } from '../../core/viewer/viewer.ts';
import type { World } from '../../core/world.ts';
import { z } from '../../platform/schema.ts';
import { Cols, Rows } from './shapes.ts';

export const ViewerRef = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe('The id of a viewer of this connection, as `session.attach` gave it.');

export const PersonName = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe('Who it is, for the others to see.');

export const Extent = z
  .strictObject({ rows: Rows, cols: Cols })
  .describe(
    'The size of the terminal that shows it. Of a larger session it is shown the part with the cursor, and the top left where no cursor is to be seen.',
  );

export const ViewerRow = z
  .object({
    viewer: z.string(),
    name: z.string().nullable(),
    read_only: z.boolean(),
    size: z.object({ rows: z.int(), cols: z.int() }).nullable(),
    resize: z.boolean().describe('The session takes the size of its terminal.'),
  })
  .meta({ id: 'Viewer' });

export const viewersOf = ({ viewers }: Session): z.input<typeof ViewerRow>[] => viewers.all().map(rowOf);

const rowOf = ({ id, name, readOnly, extent, resizes }: Viewer): z.input<typeof ViewerRow> => ({
  viewer: id,
  name,
  read_only: readOnly,
  size: extent ? { rows: extent.rows, cols: extent.cols } : null,
  resize: resizes,
});

/** A viewer that the session follows changes the terminal of the program, whoever else only looks. */
export function permitResize({ grants }: World, resize: boolean | undefined): void {
  if (resize && !grants.has('session.resize'))
    raise(fault.PermissionDenied({ required_permission: 'session.resize' }));
}
