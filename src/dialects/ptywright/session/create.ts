import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import {
  Args,
  keepingOf,
  keepingParams,
  Program,
  surroundingParams,
  surroundingsOf,
} from '../sessionRequest.ts';
import { Cols, Pixels, Rows } from '../shapes.ts';

const Params = z.strictObject({
  program: Program,
  args: Args.default([]),
  ...surroundingParams,
  rows: Rows.default(24),
  cols: Cols.default(80),
  pixel_width: Pixels.default(0),
  pixel_height: Pixels.default(0),
  ...keepingParams,
});

export const create = method({
  name: 'session.create',
  since: 1,
  summary: 'Start a program on a terminal of its own.',
  needs: ['session.spawn'],
  throws: ['SpawnFailed', 'FileRefused', 'Busy', 'PermissionDenied'],
  params: Params,
  result: z.object({ session: z.string() }),
  examples: [
    {
      title: 'a shell command',
      send: { program: '/bin/sh', args: ['-lc', 'printf ready'], rows: 24, cols: 80 },
      reply: { session: 's1' },
    },
    { title: 'a program that is not there', send: { program: 'no-such-program' }, fault: 'SpawnFailed' },
    { title: 'a size that cannot be', send: { program: 'sh', rows: 0 }, fault: 'Invalid' },
  ],
  handle: ({ world }, params) => ({
    session: world.open({
      ...keepingOf(params),
      spawn: {
        program: params.program,
        args: params.args,
        ...surroundingsOf(params),
        size: {
          rows: params.rows,
          cols: params.cols,
          pixelWidth: params.pixel_width,
          pixelHeight: params.pixel_height,
        },
      },
    }).id,
  }),
});
