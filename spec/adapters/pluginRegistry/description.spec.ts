import { describe, expect, it, onTestFinished } from 'vitest';
import { BuiltinPlugins } from '#adapters/plugin.ts';
import { runInProcess } from '../../harness/server.ts';
import { folderWith, manifestText, pluginIn } from '../files.ts';

function described(main: string, files: Readonly<Record<string, string>> = {}) {
  const server = runInProcess('ndjson', { pluginLog: () => {} });
  onTestFinished(() => server.close());
  server.server.world.plugins.load(pluginIn({}, { 'main.lua': main, ...files }));
  return server.client.send('plugin.describe', { plugin: 'one' });
}

describe('plugin.describe of a plugin with a describe function', () => {
  it('returns its description, including additional fields', async () => {
    const reply = await described(`
      return {
        classify = function() end,
        other = function() end,
        describe = function()
          return {
            intents = { { name = "go", description = "Goes.", params_schema = { type = "object", required = { "to" } } } },
            wait_matchers = { { name = "arrived_matcher" } },
            states = { { name = "ready", nested = { deep = { 1, 2 } } }, { name = "gone" } },
          }
        end,
      }`);
    expect(reply).toEqual({
      plugin: 'one',
      manifest: expect.objectContaining({ name: 'one', permissions: ['screen.read'] }),
      intents: [{ name: 'go', description: 'Goes.', params_schema: { type: 'object', required: ['to'] } }],
      wait_matchers: [{ name: 'arrived_matcher' }],
      states: [{ name: 'ready', nested: { deep: [1, 2] } }, { name: 'gone' }],
    });
  });

  it('may omit lists or leave them empty', async () => {
    const reply = await described('return { describe = function() return { states = {} } end }');
    expect(reply).toMatchObject({ intents: [], wait_matchers: [], states: [] });
  });

  it('redacts secrets', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const reply = await described(
      `return { describe = function() return { states = { { name = "s", hint = "${secret}" } } } end }`,
    );
    expect(JSON.stringify(reply)).not.toContain(secret);
    expect(reply).toMatchObject({ states: [{ name: 's', hint: expect.stringContaining('REDACTED') }] });
  });

  it.each([
    ['a text', '"everything"', 'describe returned an invalid value: the result'],
    ['nothing', 'nil', 'describe returned an invalid value: the result'],
    ['a list of names', '{ states = { "ready" } }', 'describe returned an invalid value: states'],
    [
      'a table without a name',
      '{ intents = { { title = "x" } } }',
      'describe returned an invalid value: intents',
    ],
    ['an empty name', '{ intents = { { name = "" } } }', 'describe returned an invalid value: intents'],
    ['a number for a list', '{ wait_matchers = 7 }', 'describe returned an invalid value: wait_matchers'],
  ])('fails when the result is %s', async (_, value, message) => {
    await expect(described(`return { describe = function() return ${value} end }`)).rejects.toMatchObject({
      message: expect.stringContaining(`one: ${message}`),
      data: { fault: 'PluginFailed', plugin: 'one', function: 'describe', reason: 'shape' },
    });
  });

  it('fails with file and line if the plugin fails', async () => {
    await expect(described('return {\n  describe = function() error("no") end,\n}')).rejects.toMatchObject({
      message: expect.stringMatching(/^one: main\.lua:2: no/),
      data: { fault: 'PluginFailed', plugin: 'one', function: 'describe', reason: 'error' },
    });
  });
});

describe('plugin.describe of a plugin without a describe function', () => {
  it('uses the names of its functions', async () => {
    const reply = await described(`
      return {
        classify = function() end,
        send_prompt = function() end,
        cancel = function() end,
        wait_turn_matcher = function() end,
        wait_idle_matcher = function() end,
        VERSION = "not a function",
      }`);
    expect(reply).toMatchObject({
      intents: [{ name: 'cancel' }, { name: 'send_prompt' }],
      wait_matchers: [{ name: 'wait_idle_matcher' }, { name: 'wait_turn_matcher' }],
      states: [],
    });
  });

  it('fails when its main file is not Lua or returns no table', async () => {
    await expect(described('return {')).rejects.toMatchObject({
      data: { fault: 'PluginFailed', plugin: 'one', reason: 'load' },
    });
    await expect(described('return 7')).rejects.toMatchObject({
      data: { fault: 'PluginFailed', plugin: 'one', reason: 'shape' },
    });
  });

  it('finds modules beside the main file', async () => {
    const reply = await described('return require("intents")', {
      'intents.lua': 'return { go = function() end }',
    });
    expect(reply).toMatchObject({ intents: [{ name: 'go' }] });
  });
});

describe('plugin.capabilities', () => {
  it('lists built-in and loaded plugins', async () => {
    const root = folderWith({
      'manifests/own.toml': manifestText({ name: 'own', version: 'host' }),
      'plugins/own/main.lua': 'return {}',
    });
    const server = runInProcess('ndjson', {
      builtinPlugins: new BuiltinPlugins({
        version: '9.9.9',
        broken: (_, problem) => expect.fail(String(problem)),
        root,
      }),
    });
    onTestFinished(() => server.close());
    server.server.world.plugins.load(pluginIn());
    const reply = await server.client.calls.plugin.capabilities({});
    expect(reply.builtin_plugins).toMatchObject([{ name: 'own', version: '9.9.9' }]);
    expect(reply.plugins.map(({ name }) => name)).toEqual(['own', 'one']);
  });

  it('redacts secrets in manifests', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const server = runInProcess();
    onTestFinished(() => server.close());
    server.server.world.plugins.load(pluginIn({ description: `with ${secret}` }));
    expect(JSON.stringify(await server.client.calls.plugin.capabilities({}))).not.toContain(secret);
  });
});
