/** Plugin predicates as matchers. They answer from another thread, so a wait must handle "not yet". */
import { beforeEach, describe, expect, it } from 'vitest';
import { writePlugin } from '../dialects/ptywright/adapter/driven.ts';
import { aServer, faultOf, type MatcherSent, obeying } from '../session/driven.ts';

const lua = (predicate: string, params: Record<string, unknown> = {}): MatcherSent => ({
  type: 'lua',
  value: { plugin: 'judge', predicate, params },
});

const source = `
local judge = {}
local asked = 0
function judge.shows(ctx)
  local at = ctx.screen:find(ctx.params.text, 1, true)
  return at and { matched = true, evidence = "at " .. at, capture = ctx.params.text } or false
end
function judge.quiet(ctx)
  return { matched = ctx.stable_ms >= 100, recheck_ms = 100 }
end
function judge.counts() asked = asked + 1; return { matched = false, evidence = asked } end
function judge.asked(ctx) return { matched = true, evidence = asked } end
function judge.never() end
function judge.seven() return 7 end
function judge.table_of_nothing() return {} end
function judge.loops() while true do end end
function judge.gone(ctx) return ctx.process_exited end
function judge.context(ctx)
  local names = {}
  for name in pairs(ctx) do names[#names + 1] = name end
  table.sort(names)
  return { matched = true, evidence = table.concat(names, " ") }
end
return judge
`;

let server: ReturnType<typeof aServer>;
beforeEach(() => {
  server = aServer({ allowPluginLoad: true, pluginLog: () => {} });
  server.server.world.plugins.load(
    writePlugin({ name: 'judge', kind: 'matcher', lua: source, permissions: ['screen.read'], toml: '' }),
  );
});

const waitFor = (session: string, matcher: MatcherSent, timeout_ms = 5000) =>
  server.calls.session.wait({ session, matcher, timeout_ms });

describe('a predicate of a plugin', () => {
  it('is called again after a change', async () => {
    const { session, show } = await obeying(server);
    await show('before');
    const seen = waitFor(session, lua('shows', { text: 'after' }));
    await show(' and after');
    expect((await seen).hit).toEqual({
      kind: 'lua',
      plugin: 'judge',
      predicate: 'shows',
      evidence: 'at 12',
      capture: 'after',
    });
  });

  it('is not called without a change', async () => {
    const { session, show } = await obeying(server);
    await show('still');
    await faultOf(waitFor(session, lua('counts'), 150), 'Timeout');
    expect((await waitFor(session, lua('asked'))).hit?.evidence).toBe('1');
  });

  it('may request a call after a delay', async () => {
    const { session, show } = await obeying(server);
    await show('still');
    expect((await waitFor(session, lua('quiet'))).hit).toMatchObject({ kind: 'lua' });
  });

  it('is evaluated completely in a wait with timeout 0', async () => {
    const { session, show } = await obeying(server);
    await show('here');
    expect((await waitFor(session, lua('shows', { text: 'here' }), 0)).matched).toBe(true);
    await faultOf(waitFor(session, lua('shows', { text: 'there' }), 0), 'Timeout');
  });

  it('works inside combined matchers: a pending answer is neither a match nor a miss', async () => {
    const { session, show } = await obeying(server);
    await show('here');
    const here = lua('shows', { text: 'here' });
    const there = lua('shows', { text: 'there' });
    const stable: MatcherSent = { type: 'screen_stable', value: { min_ms: 50 } };
    expect((await waitFor(session, { type: 'all', value: [here, stable] })).hit).toMatchObject({
      kind: 'all',
      matched: [{ kind: 'lua' }, { kind: 'screen_stable' }],
    });
    expect((await waitFor(session, { type: 'any', value: [there, here] })).hit).toMatchObject({
      kind: 'any',
      matched: { kind: 'lua', capture: 'here' },
    });
    expect((await waitFor(session, { type: 'not', value: there })).hit).toEqual({ kind: 'not' });
    await faultOf(waitFor(session, { type: 'not', value: here }, 100), 'Timeout');
  });

  it('counts in session.act once the program has answered', async () => {
    const { session, show } = await obeying(server);
    await show('old');
    await faultOf(
      server.calls.session.act({
        session,
        actions: [{ type: 'mark_transcript', value: { label: 'here' } }],
        matcher: lua('shows', { text: 'old' }),
        timeout_ms: 100,
      }),
      'Timeout',
    );
    expect(await show(' and new', lua('shows', { text: 'old and new' }))).toMatchObject({ matched: true });
  });

  it('is also called at the end of the program', async () => {
    const { session } = await obeying(server);
    const ended = waitFor(session, lua('gone'));
    await server.calls.session.kill({ session });
    expect((await ended).hit).toMatchObject({ kind: 'lua', predicate: 'gone' });
    expect(await faultOf(waitFor(session, lua('never')), 'SessionClosed')).toMatchObject({ session });
  });

  it('receives what its manifest permits', async () => {
    const { session } = await obeying(server);
    const names = (await waitFor(session, lua('context'))).hit!.evidence!.split(' ');
    expect(names).toContain('screen');
    for (const name of ['transcript', 'cursor', 'markers']) expect(names).not.toContain(name);
  });

  it('may fail, which ends only the wait that called it', async () => {
    const { session, show } = await obeying(server);
    const other = waitFor(session, lua('shows', { text: 'later' }), 60_000);
    for (const predicate of ['seven', 'table_of_nothing'])
      expect(await faultOf(waitFor(session, lua(predicate)), 'PluginFailed')).toEqual({
        plugin: 'judge',
        function: predicate,
        reason: 'shape',
      });
    expect(await faultOf(waitFor(session, lua('loops')), 'PluginFailed')).toMatchObject({
      function: 'loops',
      reason: 'deadline',
    });
    await show('later');
    expect(await other).toMatchObject({ matched: true });
  });

  it('must exist', async () => {
    const { session } = await obeying(server);
    expect(await faultOf(waitFor(session, lua('nobody')), 'Invalid')).toMatchObject({
      path: 'matcher.value.predicate',
      got: 'nobody',
      expected: expect.stringContaining('shows'),
    });
    const unknown: MatcherSent = { type: 'lua', value: { plugin: 'nobody', predicate: 'shows' } };
    expect(await faultOf(waitFor(session, unknown), 'PluginUnknown')).toEqual({
      path: 'matcher.value.plugin',
      plugin: 'nobody',
      reason: 'unknown_plugin',
    });
  });
});
