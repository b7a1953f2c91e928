/** The `plugin` commands, used with only ptywright and an empty folder. */
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { Ajv } from 'ajv';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseToml } from '#platform/toml.ts';
import { Workshop } from './plugins.ts';

let shop: Workshop;

beforeEach(() => {
  shop = new Workshop();
});

describe('ptywright plugin new', () => {
  it('makes an adapter that passes check and test at once', async () => {
    const { stdout } = await shop.fresh('demo', '--program', 'bc');
    expect(stdout).toContain('demo/main.lua\n');
    expect(stdout).toContain('Next: ptywright plugin check demo');
    expect(readdirSync(shop.path('demo')).sort()).toEqual([
      '.luarc.json',
      'README.md',
      'host.meta.lua',
      'main.lua',
      'manifest.schema.json',
      'manifest.toml',
      'screens',
    ]);
    expect(shop.read('demo/manifest.toml')).toMatch(/^#:schema \.\/manifest\.schema\.json\n/);
    expect(shop.read('demo/manifest.toml')).toContain('program = "bc"');
    expect(JSON.parse(shop.read('demo/.luarc.json'))).toMatchObject({
      workspace: { library: ['host.meta.lua'] },
    });
    expect(shop.read('demo/host.meta.lua')).toContain('---@meta');
    const schema = JSON.parse(shop.read('demo/manifest.schema.json'));
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(parseToml(shop.read('demo/manifest.toml'))), JSON.stringify(validate.errors)).toBe(true);

    expect(await shop.run('plugin', 'check', 'demo')).toMatchObject({
      status: 0,
      stdout: 'demo: no errors, no warnings\n',
      stderr: '',
    });
    expect(await shop.run('plugin', 'test', 'demo')).toMatchObject({
      status: 0,
      stdout: 'ok   busy.txt  busy\nok   exited.txt  exited\nok   ready.txt  ready\n3 tested, 0 failed\n',
      stderr: '',
    });
  });

  it('takes a folder, and a program whose name needs quotes', async () => {
    await shop.fresh('demo', '--dir', 'some/where', '--program', 'a "b" \\c');
    expect((await shop.run('plugin', 'test', './some/where')).stdout).toContain('3 tested, 0 failed');
    expect((await shop.run('plugin', 'check', 'some/where/manifest.toml')).stdout).toContain('no errors');
  });

  it('overwrites nothing', async () => {
    mkdirSync(shop.path('demo/screens'), { recursive: true });
    shop.write('demo/screens/busy.txt', 'mine');
    expect(await shop.run('plugin', 'new', 'demo')).toMatchObject({
      status: 1,
      stdout: '',
      stderr:
        'ptywright plugin new: demo/screens/busy.txt already exists; choose another folder with --dir\n',
    });
    expect(readdirSync(shop.path('demo'))).toEqual(['screens']);
    expect(shop.read('demo/screens/busy.txt')).toBe('mine');
  });

  it('refuses a name that no manifest may have, and a place that cannot be', async () => {
    expect(await shop.run('plugin', 'new', '../up')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('NAME ../up: is not a valid name'),
    });
    shop.write('file', '');
    expect(await shop.run('plugin', 'new', 'demo', '--dir', 'file/demo')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^ptywright plugin new: .*file.*: E(NOTDIR|EXIST)\n$/),
    });
  });
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

  it('names file, line and field of a manifest that is wrong', async () => {
    shop.change('demo/manifest.toml', 'kind = "adapter"', 'kind = "adaptor"');
    expect(await check()).toContain('error: demo/manifest.toml:3: kind: "adaptor"');
    shop.change('demo/manifest.toml', 'kind = "adaptor"', 'kind = ');
    expect(await check()).toMatch(/error: demo\/manifest\.toml:3: /);
  });

  it('names file and line of Lua that cannot be loaded', async () => {
    shop.write('demo/main.lua', 'local x = 1\nx = = 2\n');
    expect(await check()).toMatch(/^main\.lua:2: error: /);
    shop.write('demo/main.lua', 'error("on purpose")');
    expect(await check()).toMatch(/^main\.lua:1: error: on purpose$/m);
    shop.write('demo/main.lua', 'while true do end');
    expect(await check()).toMatch(/^main\.lua.*: error: /m);
  });

  it('compares what is exported with what is described', async () => {
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

  it('says what an adapter lacks', async () => {
    shop.write('demo/main.lua', 'return { send_line = function() return { actions = {} } end }');
    const said = await check();
    expect(said).toContain('main.lua: error: an adapter must export classify(ctx)');
    expect(said).toContain('main.lua: warning: no wait_turn_matcher');
    expect(said).toContain('main.lua: warning: no describe()');
  });

  it('compares what is used with what is granted, and with what there is', async () => {
    shop.change('demo/manifest.toml', '  "input.write",\n', '');
    shop.change('demo/main.lua', 'screen.cursor()', 'screen.cursr()');
    shop.change('demo/main.lua', 'ctx:press("enter")', 'ctx:send(ptywright.action.text("x"))');
    const said = await check();
    expect(said).toMatch(
      /^main\.lua:18: error: ptywright\.screen\.cursr does not exist; did you mean ptywright\.screen\.cursor\?$/m,
    );
    expect(said).toMatch(
      /^main\.lua:\d+: error: ptywright\.action\.text is nil without the permission input\.write; add the permission to the manifest/m,
    );
    shop.change('demo/manifest.toml', '  "session.spawn",\n', '');
    expect(await check()).toContain('warning: without the permission session.spawn, adapter.start');
  });

  it('compares states of pictures with those described', async () => {
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

  it('says which pictures cannot be read', async () => {
    shop.write('demo/screens/busy.txt', 'state = "busy"\nsize = 3\n---\n');
    symlinkSync('nowhere', shop.path('demo/screens/ready.txt.txt'));
    const said = await check();
    expect(said).toMatch(/^screens\/busy\.txt:2: error: size: /m);
    expect(said).toMatch(/^screens\/ready\.txt\.txt: error: .*: ENOENT$/m);
  });

  it('wants pictures', async () => {
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
    ['nobody', 'no plugin is called nobody'],
    ['./nobody', './nobody: no such folder'],
    ['./empty', './empty: the folder has no manifest.toml'],
  ])('does not know %s', async (word, message) => {
    mkdirSync(shop.path('empty'));
    const { status, stdout } = await shop.run('plugin', 'check', word);
    expect(status).toBe(1);
    expect(stdout).toContain(message);
  });
});

describe('ptywright plugin test', () => {
  beforeEach(async () => {
    await shop.fresh();
  });

  it('shows what was expected, what came, which rules said what, and the screen', async () => {
    shop.change('demo/screens/busy.txt', 'state = "busy"', 'state = "ready"\nmetadata = { a = 1 }');
    const { status, stdout } = await shop.run('plugin', 'test', 'demo');
    expect(status).toBe(1);
    expect(stdout).toBe(`FAIL busy.txt: expected ready, got busy
     metadata.a: expected 1, got nothing
     confidence 0.5, evidence: the program runs and shows no prompt
     expected with stable_ms 1000, the cursor at row 2, column 0
     rules, in the order in which they were tried:
       - exited  (the process is running)
       - ready   row 2  (no prompt before the cursor)
       + busy    (the program runs and shows no prompt)
     the screen:
       0  | $ demo
       1  | working
       2 -|
ok   exited.txt  exited
ok   ready.txt  ready
3 tested, 1 failed
`);
  });

  it('replays recordings, and asks at each marker', async () => {
    const recording = [
      { version: 2, width: 20, height: 4 },
      [0.1, 'o', '> '],
      [0.5, 'm', 'state: ready'],
      [0.6, 'o', 'x\r\nworking\r\n'],
      [0.7, 'm', 'state: ready'],
      [9, 'o', '> '],
      [9.5, 'm', 'state: ready'],
    ];
    shop.write('demo/screens/one.cast', recording.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { status, stdout } = await shop.run('plugin', 'test', 'demo', 'one');
    expect(status).toBe(1);
    expect(stdout.split('\n').filter((line) => /^\S/.test(line))).toEqual([
      'ok   one.cast 0.5  ready',
      'FAIL one.cast 0.7: expected ready, got busy',
      'ok   one.cast 9.5  ready',
      '3 tested, 1 failed',
    ]);
    expect(stdout).toContain('expected with stable_ms 100,');
  });

  it('says which file cannot be read, and goes on', async () => {
    shop.write('demo/screens/busy.txt', 'state = "busy"\nsize = 3\n---\n');
    const { status, stdout } = await shop.run('plugin', 'test', 'demo');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^FAIL busy\.txt:2: size: .*\nok {3}exited/);
    rmSync(shop.path('demo/screens/busy.txt'));
    symlinkSync('nowhere', shop.path('demo/screens/busy.txt'));
    expect((await shop.run('plugin', 'test', 'demo')).stdout).toMatch(
      /^FAIL .*busy\.txt: ENOENT\nok {3}exited/,
    );
  });

  it('gives no picture the answer to another', async () => {
    const answers = async (condition: string) => {
      shop.write(
        'demo/main.lua',
        `local seen = 0
         return { classify = function()
           seen = seen + 1
           return { state = ${condition} and "ready" or "seen" .. seen }
         end }`,
      );
      const told = (await shop.run('plugin', 'test', 'demo', '--json')).stdout;
      return (JSON.parse(told) as { got: { state: string } }[]).map(({ got }) => got.state);
    };
    for (const name of ['busy', 'exited'])
      shop.change(`demo/screens/${name}.txt`, `state = "${name}"`, 'state = "ready"');
    shop.change('demo/screens/ready.txt', 'evidence = "a prompt"\n', '');
    expect(await answers('false')).toEqual(['seen1', 'seen1', 'seen1']);
    expect(await answers('seen == 3')).toEqual(['seen1', 'seen1', 'seen1']);
    expect(await answers('seen ~= 1')).toEqual(['seen1', 'ready', 'seen1']);
  });

  it('fails once when the plugin does not load, and when there is nothing to show', async () => {
    shop.change('demo/main.lua', 'return plugin', 'return plugin +');
    expect(await shop.run('plugin', 'test', 'demo')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^ptywright plugin test: demo: main\.lua:\d+: /),
    });
    expect(await shop.run('plugin', 'test', 'demo', 'absent')).toMatchObject({
      status: 1,
      stderr: 'ptywright plugin test: absent: no picture matches\n',
    });
  });

  it('prints JSON', async () => {
    const { status, stdout } = await shop.run('plugin', 'test', 'demo', 'screens/ready.txt', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        picture: 'ready.txt',
        passed: true,
        problems: [],
        expected: { state: 'ready' },
        got: { state: 'ready', confidence: 0.9 },
        rules: [
          { rule: 'exited', matched: false },
          { rule: 'ready', matched: true },
        ],
        screen: '$ demo\nhello\n>',
      },
    ]);
  });
});
