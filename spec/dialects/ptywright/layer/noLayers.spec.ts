/** A snapshot with layers of a session without any shows the screen alone. Its sequence still counts layers. */
import { expect, it } from 'vitest';
import { runsOf } from '#client/styledRuns.ts';
import { program } from '../../../harness/programs.ts';
import { runInProcess } from '../../../harness/server.ts';

it('is the plain screen, with a sequence that continues', async () => {
  const { client, close } = runInProcess();
  try {
    const { session } = await client.calls.session.create(program('prints-red'));
    await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'it is' } });
    const read = async (layers: boolean) => {
      const snapshot = await client.calls.session.snapshot({ session, cells: 'runs', layers });
      if ('unchanged' in snapshot) throw new Error('it was asked for without a sequence');
      const { sequence, cells, styles, ...rest } = snapshot;
      return { sequence, shown: { ...rest, runs: runsOf(snapshot) } };
    };
    const before = await read(true);
    expect(before.shown).toEqual((await read(false)).shown);
    const { overlay } = await client.calls.overlay.create({ session, x: 0, y: 0, spans: [{ text: 'over' }] });
    const over = await read(true);
    expect(over.shown.plain_text).toMatch(/^over/);
    await client.calls.overlay.delete({ session, overlay });
    const after = await read(true);
    expect(after.shown).toEqual(before.shown);
    const sequences = [before, over, after].map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
    const again = { session, layers: true, if_changed_since: after.sequence };
    expect(await client.calls.session.snapshot(again)).toEqual({ sequence: after.sequence, unchanged: true });
    expect(await client.calls.session.snapshot({ ...again, if_changed_since: over.sequence })).toHaveProperty(
      'plain_text',
    );
  } finally {
    await close();
  }
});
