/** `ptywright plugin test`, on a plugin that `plugin new` has made. */
import { rmSync, symlinkSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { Workshop } from '../plugins.ts';

let shop: Workshop;

beforeEach(() => {
  shop = new Workshop();
});

describe('ptywright plugin test', () => {
  beforeEach(async () => {
    await shop.fresh();
  });

  it('shows the expected and the received state, the rules, and the screen', async () => {
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

  it('replays recordings, and classifies at each marker', async () => {
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

  it('reports an unreadable file, and continues', async () => {
    shop.write('demo/screens/busy.txt', 'state = "busy"\nsize = 3\n---\n');
    const { status, stdout } = await shop.run('plugin', 'test', 'demo');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^FAIL busy\.txt:2: size: .*\nok {3}exited/);
    rmSync(shop.path('demo/screens/busy.txt'));
    symlinkSync('nowhere', shop.path('demo/screens/busy.txt'));
    expect((await shop.run('plugin', 'test', 'demo')).stdout).toMatch(
      /^FAIL .*busy\.txt does not exist \(ENOENT\)\..*\nok {3}exited/,
    );
  });

  it('tests each picture with a new state of the plugin', async () => {
    const answers = async (condition: string) => {
      shop.write(
        'demo/main.lua',
        `local seen = 0
         return { classify = function()
           seen = seen + 1
           return { state = ${condition} and "ready" or "seen" .. seen }
         end }`,
      );
      const received = (await shop.run('plugin', 'test', 'demo', '--json')).stdout;
      return (JSON.parse(received) as { got: { state: string } }[]).map(({ got }) => got.state);
    };
    for (const name of ['busy', 'exited'])
      shop.change(`demo/screens/${name}.txt`, `state = "${name}"`, 'state = "ready"');
    shop.change('demo/screens/ready.txt', 'evidence = "a prompt"\n', '');
    expect(await answers('false')).toEqual(['seen1', 'seen1', 'seen1']);
    expect(await answers('seen ~= 1')).toEqual(['seen1', 'seen1', 'seen1']);
  });

  it('continues after a picture from which the plugin learned something wrong, or at which it was stopped', async () => {
    shop.change('demo/screens/ready.txt', 'evidence = "a prompt"\n', '');
    shop.write(
      'demo/main.lua',
      `local learned = false
       return { classify = function()
         if ptywright.screen.has('exited') then while true do end end
         local before = learned
         learned = true
         return { state = before and "ready" or "busy" }
       end }`,
    );
    shop.write('demo/screens/later.txt', 'state = "busy"\n---\nworking\n');
    shop.write('demo/screens/exited.txt', 'state = "exited"\n---\nexited\n');
    const { stdout } = await shop.run('plugin', 'test', 'demo', '--json');
    const received = JSON.parse(stdout) as { picture: string; passed: boolean }[];
    expect(received.map(({ picture, passed }) => [picture, passed])).toEqual([
      ['busy.txt', true],
      ['exited.txt', false],
      ['later.txt', true],
      ['ready.txt', false],
    ]);
  });

  it('fails once when the plugin does not load, and when there are no files', async () => {
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
