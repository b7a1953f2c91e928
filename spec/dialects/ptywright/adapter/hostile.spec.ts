/** Hostile plugins within their permissions, and clients that act at the wrong moment. */
import { describe, expect, it } from 'vitest';
import { aServer, faultOf } from '../../../session/driven.ts';
import { writePlugin } from './driven.ts';

const lua = `
local odd = {}
local grown = false
function odd.classify(ctx)
  if ctx.process_exited then return ptywright.state("exited") end
  if ctx.last_intent == "marked" then return ptywright.state("marked") end
  if ctx.last_intent == "many" then
    local metadata = {}
    for at = 1, 30000 do metadata["key" .. at] = at end
    return ptywright.state("large", { metadata = metadata })
  end
  if ctx.last_intent == "long" then return ptywright.state("large", { metadata = { text = ("token "):rep(100000) } }) end
  return ptywright.state("quiet", { recheck_ms = 0, metadata = { events = #ctx.events } })
end
function odd.say(params) return { last_intent = params.word } end
function odd.eof() return { actions = { ptywright.action.eof() } } end
function odd.on_and_on(params) return { next = "on_and_on" } end
function odd.peeks() return { type = "transcript_regex", value = "topsec(.*)" } end
function odd.borrows() return { type = "all", value = { { type = "lua", value = { plugin = "spy", predicate = "tells" } } } } end
function odd.expects_a_peek() return { actions = { { expect = { type = "contains_text", value = "x" } } } } end
return odd
`;

async function withOdd(permissions?: readonly string[]) {
  const server = aServer({ allowPluginLoad: true, pluginLog: () => {} });
  server.server.world.plugins.load(writePlugin({ name: 'odd', lua, ...(permissions && { permissions }) }));
  const { adapter, session } = await server.calls.adapter.start({ plugin: 'odd' });
  return { ...server, adapter, session };
}

describe('a wait for a state', () => {
  it('ends after an intent that writes nothing', async () => {
    const { calls, adapter } = await withOdd();
    const marked = calls.adapter.wait({ adapter, states: ['marked'], timeout_ms: 60_000 });
    await calls.adapter.wait({ adapter, states: ['quiet'], stable_ms: 400 });
    await calls.adapter.send({ adapter, intent: 'say', params: { word: 'marked' } });
    expect((await marked).state.state).toBe('marked');
  });

  it('ends after a turn that ends silently', async () => {
    const { calls, adapter } = await withOdd();
    const turn = calls.adapter.turn({ adapter, send: { intent: 'eof' }, wait: { states: ['exited'] } });
    expect((await turn).state.state).toBe('exited');
  });
});

describe('a plugin', () => {
  it.each(['many', 'long'])('cannot block others with a state of %s values', async (word) => {
    const { calls, adapter } = await withOdd();
    const { state } = await calls.adapter.send({ adapter, intent: 'say', params: { word } });
    expect(state).toMatchObject({ state: 'plugin_error', metadata: {} });
  });

  it('gets each terminal event once, however many clients call it', async () => {
    const { calls, adapter, session } = await withOdd();
    await calls.session.act({
      session,
      actions: [{ type: 'text', value: '\x1b]2;one\x07\x1b]2;two\x07end\n' }],
      matcher: { type: 'title', value: { equals: 'two' } },
    });
    const states = await Promise.all(Array.from({ length: 5 }, () => calls.adapter.state({ adapter })));
    const visible = states.map(({ state }) => state.metadata.events as number);
    expect(visible.filter((count) => count > 0).length).toBeLessThanOrEqual(1);
  });

  it('evaluates no matcher without the permissions that it needs', async () => {
    const blind = await withOdd(['session.spawn', 'input.write', 'matcher.wait', 'session.kill']);
    const { calls, adapter } = blind;
    expect(await faultOf(calls.adapter.wait({ adapter, intent: 'peeks' }), 'PermissionDenied')).toMatchObject(
      { required_permission: 'transcript.read' },
    );
    expect(
      await faultOf(calls.adapter.wait({ adapter, intent: 'borrows' }), 'PermissionDenied'),
    ).toMatchObject({ reason: 'matcher lua of the plugin spy' });
    expect(
      await faultOf(calls.adapter.send({ adapter, intent: 'expects_a_peek' }), 'PermissionDenied'),
    ).toMatchObject({ required_permission: 'screen.read' });
  });
});

describe('a client', () => {
  it('that cancels a start leaves no adapter behind', async () => {
    const { client, calls } = await withOdd();
    const gone = new AbortController();
    const starting = client.send('adapter.start', { plugin: 'odd' }, { signal: gone.signal });
    gone.abort();
    await faultOf(starting, 'Cancelled');
    // A plugin has one queue: this start runs after the cancelled one.
    const { adapter } = await calls.adapter.start({ plugin: 'odd' });
    const live = async () => (await calls.adapter.live()).adapters.map((one) => one.adapter);
    expect((await live()).includes(adapter)).toBe(true);
    expect((await live()).length).toBe(2);
  });
});
