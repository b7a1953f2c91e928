/** Intents that run as coroutines: each step sends, waits, and continues with a new screen. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conditionName } from '#adapters/host/intent.ts';
import { IntentCondition } from '#adapters/plan.ts';
import type { PluginAnswer } from '#adapters/pluginInstance.ts';
import {
  problemOf,
  type Server,
  serverWithPlugins,
  writePlugin,
} from '../../dialects/ptywright/adapter/driven.ts';

const program = fileURLToPath(new URL('../../programs/picks.mjs', import.meta.url));

const lua = `
local screen, matcher, action = ptywright.screen, ptywright.matcher, ptywright.action
local plugin = {}

local function marked()
  local found = screen.find("❯")
  return found and screen.row(found.row):match("❯ %d+%. (.*)")
end

function plugin.classify(ctx)
  if ctx.process_exited then return ptywright.state("exited") end
  local picked = ctx.screen:find("picked", 1, true)
  return ptywright.state(picked and "picked" or marked() and "asking" or "starting", { metadata = { marked = marked() } })
end

local function go_to(ctx, row)
  for _ = 1, 9 do
    local before = marked()
    if before == row then return end
    ctx:press("down")
    ctx:expect(function() return marked() ~= before and marked() end, { why = "another row", within = 1000 })
  end
  ctx:fail("no row is called %s", row)
end

function plugin.pick(params, ctx)
  go_to(ctx, params.row)
  ctx:press("enter")
  local found = ctx:expect(matcher.contains_text("picked " .. params.row))
  return { last_intent = found.text }
end

function plugin.reports(params, ctx)
  local first, before = ctx.screen, ctx.sequence
  ctx:press("down")
  local seen = ctx:expect(function(now) return now.sequence > before and { rows = #now.rows, same = now == ctx } end)
  ctx:fail("%d rows, %s, %s, %s", seen.rows, seen.same, first == ctx.screen, ctx.last_intent)
end

function plugin.waits(params, ctx)
  local seen, why = ctx:wait(matcher.contains_text("never"), { within = 50 })
  local checked, also = ctx:wait(function() return false end, { within = 50 })
  ctx:fail("%s %s %s %s", seen, why, checked, also)
end

function plugin.notes(params, ctx)
  ctx:flush({ last_intent = "noted" })
  ctx:flush()
  ctx:fail("%s", ctx.last_intent)
end

function plugin.queues_and_fails(params, ctx)
  ctx:press("enter")
  ctx:fail("changed its mind")
end

function plugin.flushes_and_fails(params, ctx)
  ctx:press("enter")
  ctx:flush()
  ctx:fail("too late")
end

function plugin.leaves_input(params, ctx)
  ctx:press("down")
  return { actions = { action.key("enter") } }
end

function plugin.only_if_unchanged(params, ctx)
  local row = screen.find("❯").row
  ctx:press("enter")
  local sent, why = ctx:expect(matcher.changed(), { unchanged = { { row = row, text = "another text" } } })
  ctx:press("down")
  local moved = ctx:expect(matcher.changed(), { unchanged = { row } })
  ctx:fail("%s %s %s", sent, why, moved ~= nil)
end

function plugin.either(params, ctx)
  ctx:press("up", "down")
  local seen = ctx:expect { function() return marked() == "nine" end, matcher.screen_stable(100) }
  ctx:press("down")
  local own = ctx:expect { matcher.contains_text("nine"), function() return marked() == "two" and "own" end }
  ctx:fail("%s %s", seen.kind, own)
end

function plugin.rechecks(params, ctx)
  local calls = 0
  ctx:expect(function(now) calls = calls + 1 now:recheck(60) return calls == 3 end)
  ctx:fail("%d calls", calls)
end

function plugin.never(params, ctx)
  ctx:expect(function() return false end, { within = 60000, why = "the end of time" })
  ctx:press("enter")
end

function plugin.impossible(params, ctx)
  ctx:flush()
  ctx:expect(function() return false end, { within = 50, why = "the impossible" })
end

function plugin.catches(params, ctx)
  local ok, why = pcall(function()
    ctx:press("down")
    ctx:expect(function() return marked() == "two" end)
    error("inner", 0)
  end)
  ctx:fail("%s %s", ok, why)
end

function plugin.errs(params, ctx)
  ctx:press("down")
  ctx:expect(function() return marked() == "two" end)
  return nil + 1
end

function plugin.errs_in_a_condition(params, ctx)
  ctx:expect(function() error("in the condition") end)
end

function plugin.spins(params, ctx)
  ctx:press("down")
  ctx:expect(function() return marked() == "two" end)
  while true do end
end

function plugin.steps_without_end(params, ctx)
  while true do ctx:flush() end
end

function plugin.kills(params, ctx)
  ctx:send(action.kill and action.kill() or { type = "kill" })
  ctx:flush()
end

return plugin
`;

let running: Server;
let adapter: string;
const calls = () => running.client.calls;

async function startWith(permissions?: readonly string[]): Promise<void> {
  const path = writePlugin({ name: 'steps', lua, ...(permissions && { permissions }) });
  running.server.world.plugins.load(path);
  ({ adapter } = await calls().adapter.start({
    plugin: 'steps',
    program: process.execPath,
    args: [program, 'one', 'two', 'three'],
  }));
  await calls().session.wait({ session: 's1', matcher: { type: 'contains_text', value: '❯ 1. one' } });
}

const send = (intent: string, params = {}) => calls().adapter.send({ adapter, intent, params });
const failed = async (intent: string) => String(((await problemOf(send(intent))) as Error).message);
const transcript = async () => (await calls().adapter.transcript({ adapter })).text;
const marked = async () => (await calls().adapter.state({ adapter })).state.metadata.marked;

beforeEach(() => {
  running = serverWithPlugins();
});
afterEach(() => running.close());

/** A condition whose answers are given one after the other, and how often it was asked. */
function conditionOf(...answers: readonly (() => Promise<PluginAnswer>)[]) {
  let requested = 0;
  const condition = new IntentCondition(() => answers[requested++]!(), {
    bind: () => expect.fail('not bound'),
  });
  const evaluate = condition.predicates.bind(
    'any',
    conditionName,
    {},
    'expect',
  ) as unknown as () => Promise<unknown>;
  return { condition, evaluate, countRequests: () => requested };
}

describe('a condition', () => {
  const answer = (value: unknown, suspended: boolean) => async () => ({ value, suspended, trace: [] });

  it('is not evaluated again once the intent has continued', async () => {
    const { condition, evaluate, countRequests } = conditionOf(
      answer({ waiting: true }, true),
      answer({ actions: [] }, true),
    );
    expect(await evaluate()).toMatchObject({ matched: false });
    expect(await evaluate()).toEqual({ matched: true });
    expect(await evaluate()).toEqual({ matched: true });
    expect(countRequests()).toBe(2);
    expect(await condition.next()).toMatchObject({ value: { actions: [] } });
  });

  it('reports its failure when another condition matched first', async () => {
    const { condition, evaluate } = conditionOf(() => Promise.reject(new Error('refused')));
    await expect(evaluate()).rejects.toThrow('refused');
    await expect(condition.next()).rejects.toThrow('refused');
  });
});

describe('an intent', () => {
  beforeEach(() => startWith());

  it('sends, waits for its own condition, and continues', async () => {
    const { state } = await send('pick', { row: 'three' });
    expect(state).toMatchObject({ state: 'picked', last_intent: 'picked three' });
  });

  it('reads a new screen after each step, with the same context', async () => {
    expect(await failed('reports')).toBe('steps: 40 rows, true, false, nil');
  });

  it('continues after a wait that times out', async () => {
    expect(await failed('waits')).toBe('steps: nil timeout nil timeout');
  });

  it('sets last_intent before its end', async () => {
    expect(await failed('notes')).toBe('steps: noted');
  });

  it('sends nothing if it fails before the step', async () => {
    expect(await failed('queues_and_fails')).toBe('steps: changed its mind');
    await send('pick', { row: 'two' });
    expect(await transcript()).not.toContain('picked one');
  });

  it('sends at once when it flushes', async () => {
    expect(await failed('flushes_and_fails')).toBe('steps: too late');
    await calls().session.wait({ session: 's1', matcher: { type: 'contains_text', value: 'picked one' } });
  });

  it('sends the rest of its input at the end, before the actions that it returns', async () => {
    await send('leaves_input');
    await calls().session.wait({ session: 's1', matcher: { type: 'contains_text', value: 'picked two' } });
  });

  it('fails if a row has changed, and sends nothing', async () => {
    expect(await failed('only_if_unchanged')).toBe('steps: nil changed true');
    expect(await transcript()).not.toContain('picked');
  });

  it('waits for one condition of a list', async () => {
    expect(await failed('either')).toBe('steps: any own');
  });

  it('evaluates its condition again after a time', async () => {
    expect(await failed('rechecks')).toBe('steps: 3 calls');
  });

  it('fails when an expectation times out, and sends nothing afterwards', async () => {
    expect(await problemOf(send('impossible'))).toMatchObject({
      data: { fault: 'ExpectationFailed', intent: 'impossible', step: 1, why: 'the impossible' },
    });
  });

  it('yields across pcall', async () => {
    expect(await failed('catches')).toBe('steps: false inner');
    expect(await marked()).toBe('two');
  });

  it('reports the line of an error in a later step', async () => {
    expect(await problemOf(send('errs'))).toMatchObject({
      message: expect.stringMatching(/^steps: main\.lua:\d+: attempt to perform arithmetic on a nil value$/),
      data: { fault: 'PluginFailed', function: 'errs', reason: 'error' },
    });
    expect(await failed('errs_in_a_condition')).toMatch(/main\.lua:\d+: in the condition$/);
  });

  it('is stopped when a later step takes too long', async () => {
    expect(await problemOf(send('spins'))).toMatchObject({
      data: { fault: 'PluginFailed', function: 'spins', reason: 'deadline' },
    });
    await send('pick', { row: 'two' });
  });

  it('is limited in the number of steps', async () => {
    expect(await problemOf(send('steps_without_end'))).toMatchObject({
      data: { fault: 'PluginFailed', reason: 'shape' },
    });
  });

  it('ends when it is cancelled, and sends nothing more', async () => {
    const gone = new AbortController();
    const sent = running.client.send('adapter.send', { adapter, intent: 'never' }, { signal: gone.signal });
    const refused = problemOf(sent);
    await calls().adapter.state({ adapter });
    const { intent } = await calls().adapter.explain({ adapter });
    expect(intent).toEqual({
      intent: 'never',
      step: 0,
      line: expect.stringMatching(/^main\.lua:\d+$/),
      why: 'the end of time',
    });
    gone.abort();
    expect(await refused).toMatchObject({ data: { fault: 'Cancelled' } });
    expect(await calls().adapter.explain({ adapter })).not.toHaveProperty('intent');
    await send('pick', { row: 'two' });
    expect(await transcript()).not.toContain('picked one');
  });

  it('ends when its session is closed', async () => {
    const refused = problemOf(send('never'));
    await calls().adapter.state({ adapter });
    await calls().adapter.close({ adapter });
    expect(await refused).toMatchObject({ data: { fault: expect.stringMatching(/Closed|Exited/) } });
  });
});

describe('the permissions of an intent', () => {
  it('are checked at each step', async () => {
    await startWith(['screen.read', 'input.write', 'matcher.wait', 'session.spawn']);
    expect(await problemOf(send('kills'))).toMatchObject({
      data: { fault: 'PermissionDenied', required_permission: 'session.kill' },
    });
  });

  it('are needed for its own conditions too', async () => {
    await startWith(['screen.read', 'input.write', 'session.spawn']);
    expect(await problemOf(send('pick', { row: 'two' }))).toMatchObject({
      data: { fault: 'PermissionDenied', required_permission: 'matcher.wait' },
    });
    await calls().session.act({
      session: 's1',
      actions: [{ type: 'key', value: 'enter' }],
      matcher: { type: 'contains_text', value: 'picked one' },
    });
  });
});
