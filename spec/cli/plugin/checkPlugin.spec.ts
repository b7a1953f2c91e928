/** `ptywright plugin check`, on a plugin that `plugin new` has made. */
import { mkdirSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { Workshop } from '../plugins.ts';

let shop: Workshop;

beforeEach(() => {
  shop = new Workshop();
});

describe('ptywright plugin check', () => {
  beforeEach(async () => {
    await shop.fresh();
  });

  const check = async (status = 1) => {
    const { status: ended, stdout, stderr } = await shop.run('plugin', 'check', 'demo');
    expect([ended, stderr]).toEqual([status, '']);
    return stdout;
  };

  it('compares exports with their description', async () => {
    shop.change('demo/main.lua', 'name = "send_line"', 'name = "send_lines"');
    shop.change('demo/main.lua', 'name = "wait_turn_matcher"', 'name = "wait_matcher"');
    expect(await check()).toBe(
      [
        'main.lua: error: describe() lists send_lines, which is not exported',
        'main.lua: error: describe() lists wait_matcher, which is not exported',
        'main.lua: warning: wait_turn_matcher is exported, but describe() does not list it',
        'demo: 2 errors, 1 warning',
        '',
      ].join('\n'),
    );
  });

  it('reports what an adapter lacks', async () => {
    shop.write('demo/main.lua', 'return { send_line = function() return { actions = {} } end }');
    const output = await check();
    expect(output).toContain('main.lua: error: an adapter must export classify(ctx)');
    expect(output).toContain('main.lua: warning: no wait_turn_matcher');
    expect(output).toContain('main.lua: warning: no describe()');
  });

  it('compares the used permissions with the granted and the existing ones', async () => {
    shop.change('demo/manifest.toml', '  "input.write",\n', '');
    shop.change('demo/main.lua', 'screen.cursor()', 'screen.cursr()');
    shop.change('demo/main.lua', 'ctx:press("enter")', 'ctx:send(ptywright.action.text("x"))');
    const output = await check();
    expect(output).toMatch(
      /^main\.lua:18: error: ptywright\.screen\.cursr does not exist; did you mean ptywright\.screen\.cursor\?$/m,
    );
    expect(output).toMatch(
      /^main\.lua:\d+: error: ptywright\.action\.text is nil without the permission input\.write; add the permission to the manifest/m,
    );
    shop.change('demo/manifest.toml', '  "session.spawn",\n', '');
    expect(await check()).toContain('warning: without the permission session.spawn, adapter.start');
  });

  it('compares states of pictures with their descriptions', async () => {
    shop.change('demo/main.lua', 'name = "busy", description', 'name = "working", description');
    expect(await check()).toBe(
      [
        'screens/busy.txt: error: the state busy is not listed by describe()',
        'screens: warning: no picture shows the state working',
        'demo: 1 error, 1 warning',
        '',
      ].join('\n'),
    );
  });

  it('requires pictures', async () => {
    rmSync(shop.path('demo/screens'), { recursive: true });
    expect(await check(0)).toBe('screens: warning: no readable pictures\ndemo: no errors, 1 warning\n');
    expect(await shop.run('plugin', 'test', 'demo')).toMatchObject({
      status: 1,
      stderr: 'ptywright plugin test: demo has no pictures: demo/screens\n',
    });
  });

  it('starts intents, and sends nothing', async () => {
    const keep = shop.read('demo/main.lua');
    shop.change('demo/main.lua', 'ctx:press("enter")', 'ctx:send { type = "text", value = 5 }');
    expect(await check()).toMatch(
      /^main\.lua: error: send_line\(\{\}, ctx\) returns an invalid plan: actions\.0/m,
    );
    shop.write('demo/main.lua', keep);
    shop.change('demo/main.lua', 'last_intent = "line_sent"', 'next = "nobody"');
    expect(await check()).toContain('returns an invalid plan: next: nobody is not exported');
    shop.write('demo/main.lua', keep);
    shop.change('demo/main.lua', 'ctx:press("enter")', 'ctx:send { type = "kill" }');
    shop.change('demo/manifest.toml', '  "session.kill",\n', '');
    expect(await check()).toContain('actions.0: kill needs the permission session.kill');
  });

  it('prints JSON', async () => {
    shop.change('demo/main.lua', 'name = "send_line"', 'name = "send_lines"');
    const { status, stdout } = await shop.run('plugin', 'check', 'demo', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      plugin: 'demo',
      passed: false,
      problems: [
        {
          level: 'error',
          where: 'main.lua',
          text: 'describe() lists send_lines, which is not exported',
        },
      ],
    });
  });

  it.each([
    ['nobody', 'no plugin is called nobody; the file nobody/manifest.toml does not exist either'],
    ['./nobody', './nobody: no such folder'],
    ['./empty', './empty: the folder has no manifest.toml'],
  ])('does not know %s', async (word, message) => {
    mkdirSync(shop.path('empty'));
    const { status, stdout } = await shop.run('plugin', 'check', word);
    expect(status).toBe(1);
    expect(stdout).toContain(message);
  });
});
