/**
 * A plugin that leaks everything it receives through every output it has. The outputs carry the text around a secret,
 * and nothing of the secret.
 */
import { describe, expect, it } from 'vitest';
import { writePlugin } from '../dialects/ptywright/adapter/driven.ts';
import type { NotingClient } from '../harness/connection.ts';
import { programPath } from '../harness/programs.ts';
import { aServer, spelled, tallied } from '../session/driven.ts';
import { leaked, secretSamples } from './samples.ts';

const lua = `
local told = {}
local function all(ctx)
  local runs = {}
  for _, row in ipairs(ctx.rows) do
    for _, run in ipairs(row.runs) do runs[#runs + 1] = run.text end
  end
  return {
    screen = ctx.screen, body = ctx.body_text, status = ctx.status_text, title = ctx.title,
    transcript = ctx.transcript, events = ctx.events, runs = runs, rows = ptywright.screen.rows(),
  }
end
local leaky = {}
function leaky.classify(ctx)
  ptywright.log.warn("log " .. ctx.screen)
  ptywright.rule("all", true, { rows = { 0 }, why = ctx.screen })
  if told.fail then error("error " .. ctx.screen .. told.said) end
  return ptywright.state("telling", {
    evidence = ctx.screen:sub(1, 2000),
    metadata = { all = all(ctx), said = told.said },
    candidates = { { state = ctx.screen:sub(1, 100), confidence = 0.5 } },
    events = { { kind = "text_delta", seq = 1, text = ctx.screen .. (told.said or "") } },
  })
end
function leaky.take(params) told = params; return { last_intent = params.said } end
function leaky.fail(params, ctx) error("error " .. ctx.screen .. params.said) end
function leaky.expects(params)
  return { actions = { { expect = { type = "contains_text", value = "absent " .. params.said }, timeout_ms = 1, why = params.said } } }
end
function leaky.hope(params, ctx) return { type = "screen_regex", value = "(" .. ctx.screen .. params.said } end
function leaky.tells(ctx) return { matched = true, evidence = ctx.screen:sub(1, 2000), capture = ctx.params.said } end
return leaky
`;

const settled = (answered: Promise<unknown>) => answered.catch(({ message, data }) => ({ message, data }));

type Channel = (client: NotingClient, adapter: string, said: string) => Promise<unknown>;

const channels: Readonly<Record<string, Channel>> = {
  'a state': ({ calls }, adapter) => calls.adapter.state({ adapter }),
  'an inspection': ({ calls }, adapter) => calls.adapter.inspect({ adapter }),
  'an explanation': ({ calls }, adapter) => calls.adapter.explain({ adapter }),
  'a wait': ({ calls }, adapter) => calls.adapter.wait({ adapter, states: ['telling'] }),
  'a turn': ({ calls }, adapter, said) =>
    calls.adapter.turn({
      adapter,
      send: { intent: 'take', params: { said } },
      wait: { states: ['telling'] },
    }),
  'what was said to it': ({ calls }, adapter, said) =>
    calls.adapter.send({ adapter, intent: 'take', params: { said } }),
  'a failure to classify': ({ calls }, adapter, said) =>
    calls.adapter.send({ adapter, intent: 'take', params: { said, fail: true } }),
  'a failed intent': ({ calls }, adapter, said) =>
    settled(calls.adapter.send({ adapter, intent: 'fail', params: { said } })),
  'a failed expectation': ({ calls }, adapter, said) =>
    settled(calls.adapter.send({ adapter, intent: 'expects', params: { said } })),
  'what is no matcher': ({ calls }, adapter, said) =>
    settled(calls.adapter.wait({ adapter, intent: 'hope', params: { said } })),
  'a name that is none': ({ calls }, adapter, said) =>
    settled(calls.adapter.send({ adapter, intent: said.slice(0, 100) })),
  'a predicate': ({ calls }, _, said) =>
    calls.session.wait({
      session: 's1',
      matcher: { type: 'lua', value: { plugin: 'leaky', predicate: 'tells', params: { said } } },
    }),
  'the snapshot and the transcript': async ({ calls }, adapter) => [
    await calls.adapter.snapshot({ adapter, cells: 'runs' }),
    await calls.adapter.transcript({ adapter }),
  ],
};

async function showing(secret: string) {
  const server = aServer({ allowPluginLoad: true, pluginLog: () => {} });
  server.server.world.plugins.load(writePlugin({ name: 'leaky', lua }));
  const { adapter, session } = await server.calls.adapter.start({
    plugin: 'leaky',
    program: '/bin/sh',
    args: [programPath('obeys')],
    rows: 24,
    cols: 200,
  });
  const value = spelled(`\x1b]2;token ${secret} shown\x07token ${secret} shown`);
  await server.calls.session.act({
    session,
    actions: [{ type: 'text', value: `${value}\n` }],
    matcher: { type: 'screen_regex', value: 'token (\\S+) shown' },
  });
  return { ...server, adapter };
}

describe.each(['github_token', 'aws_key_id', 'slack_bot'])('%s', (kind) => {
  const secret = secretSamples
    .find((one) => one.kind === kind)!
    .make(11)
    .slice(0, 150);
  const said = `token ${secret} said`;

  it.each(Object.entries(channels))('is hidden by %s', async (_, channel) => {
    const { client, adapter } = await showing(secret);
    const received = JSON.stringify(await channel(client, adapter, said));
    expect(received).toContain('token');
    expect(leaked(secret, received)).toBeUndefined();
  });

  it('is hidden in state events', async () => {
    const { client, adapter, calls } = await showing(secret);
    const news = tallied<unknown>();
    client.on('adapter.state_changed', (one: never) => news.add(one));
    await calls.server.set_notifications({ enabled: true });
    await calls.adapter.send({ adapter, intent: 'take', params: { said } });
    await news.until((all) => JSON.stringify(all).includes(' said'));
    expect(leaked(secret, JSON.stringify(news.all))).toBeUndefined();
  });
});

it('returns states as the plugin reports them if redaction is off for the session', async () => {
  const server = aServer({ allowPluginLoad: true, pluginLog: () => {} });
  server.server.world.plugins.load(writePlugin({ name: 'leaky', lua }));
  const { adapter, session } = await server.calls.adapter.start({
    plugin: 'leaky',
    redaction: { enabled: false },
  });
  const secret = secretSamples[1]!.make(3).slice(0, 100);
  await server.calls.session.act({
    session,
    actions: [{ type: 'text', value: `token ${secret}\n` }],
    matcher: { type: 'contains_text', value: 'token' },
  });
  expect(JSON.stringify(await server.calls.adapter.state({ adapter }))).toContain(secret);
});
