import { describe, expect, it, onTestFinished } from 'vitest';
import { readBuiltins } from '../../../../src/core/plugin/builtins.ts';
import { folderWith, manifestText, pluginIn } from '../../../core/plugin/files.ts';
import { runInProcess } from '../../../harness/server.ts';

function described(main: string, files: Readonly<Record<string, string>> = {}) {
  const server = runInProcess('ndjson', { pluginLog: () => {} });
  onTestFinished(() => server.close());
  server.server.world.plugins.load(pluginIn({}, { 'main.lua': main, ...files }));
  return server.client.send('plugin.describe', { plugin: 'one' });
}

describe('plugin.describe of a plugin that says what it can do', () => {
  it('is what it says, whatever else it tells of each', async () => {
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

  it('may leave lists out, or empty', async () => {
    const reply = await described('return { describe = function() return { states = {} } end }');
    expect(reply).toMatchObject({ intents: [], wait_matchers: [], states: [] });
  });

  it('comes with secrets replaced', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const reply = await described(
      `return { describe = function() return { states = { { name = "s", hint = "${secret}" } } } end }`,
    );
    expect(JSON.stringify(reply)).not.toContain(secret);
    expect(reply).toMatchObject({ states: [{ name: 's', hint: expect.stringContaining('REDACTED') }] });
  });

  it.each([
    ['a text', '"everything"', 'describe gave something that is no list'],
    ['nothing', 'nil', 'describe gave something that is no list'],
    ['a list of names', '{ states = { "ready" } }', 'describe gave states'],
    ['a table without a name', '{ intents = { { title = "x" } } }', 'describe gave intents'],
    ['an empty name', '{ intents = { { name = "" } } }', 'describe gave intents'],
    ['a number for a list', '{ wait_matchers = 7 }', 'describe gave wait_matchers'],
  ])('fails as the plugin does when that is %s', async (_, value, message) => {
    await expect(described(`return { describe = function() return ${value} end }`)).rejects.toMatchObject({
      message: expect.stringContaining(`one: ${message}`),
      data: { fault: 'PluginFailed', plugin: 'one', function: 'describe', reason: 'shape' },
    });
  });

  it('fails with file and line when the plugin does', async () => {
    await expect(described('return {\n  describe = function() error("no") end,\n}')).rejects.toMatchObject({
      message: expect.stringMatching(/^one: main\.lua:2: no/),
      data: { fault: 'PluginFailed', plugin: 'one', function: 'describe', reason: 'error' },
    });
  });
});

describe('plugin.describe of one that does not', () => {
  it('goes by the names of its functions', async () => {
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

  it('fails when its main file is no Lua, or gives no table', async () => {
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
  it('tells which come with ptywright, and which were loaded', async () => {
    const root = folderWith({
      'manifests/own.toml': manifestText({ name: 'own', version: 'host' }),
      'plugins/own/main.lua': 'return {}',
    });
    const server = runInProcess('ndjson', {
      builtinPlugins: () => readBuiltins('9.9.9', (_, problem) => expect.fail(String(problem)), root),
    });
    onTestFinished(() => server.close());
    server.server.world.plugins.load(pluginIn());
    const reply = await server.client.calls.plugin.capabilities({});
    expect(reply.builtin_plugins).toMatchObject([{ name: 'own', version: '9.9.9' }]);
    expect(reply.plugins.map(({ name }) => name)).toEqual(['own', 'one']);
  });

  it('hides secrets in manifests', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const server = runInProcess();
    onTestFinished(() => server.close());
    server.server.world.plugins.load(pluginIn({ description: `with ${secret}` }));
    expect(JSON.stringify(await server.client.calls.plugin.capabilities({}))).not.toContain(secret);
  });
});
