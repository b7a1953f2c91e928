import { Baselines } from '../../../core/baseline/baselines.ts';
import { z } from '../../../platform/schema.ts';
import { BaselineName } from '../baselineShapes.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const update = method({
  name: 'baseline.update',
  since: 1,
  summary: 'Keep the screen under a name, in place of what was kept there, secrets hidden.',
  details: 'Of a session that hides no secrets it needs the permission `raw.write`, as a comparison does.',
  needs: ['screen.read', 'file.write'],
  throws: ['SessionUnknown', 'Unsupported', 'FileRefused', 'PermissionDenied'],
  params: z.strictObject({ session: SessionRef, name: BaselineName }),
  result: z.object({ path: z.string(), replaced: z.boolean() }),
  examples: [
    {
      title: 'a server without a folder',
      program: 'prints-ready',
      send: { name: 'home' },
      fault: 'Unsupported',
    },
    { title: 'a name that is a path', program: 'prints-ready', send: { name: '../home' }, fault: 'Invalid' },
  ],
  handle: ({ world }, { session: wanted, name }) => {
    const { screen, redaction } = world.sessions.get(wanted);
    return new Baselines(world).update(name, screen, redaction);
  },
});
