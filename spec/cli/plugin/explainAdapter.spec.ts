import { beforeEach, describe, expect, it } from 'vitest';
import { connectSocket } from '#client/index.ts';
import { Workshop } from '../plugins.ts';
import { freshHome, Ptywright } from '../ptywright.ts';

let shop: Workshop;

beforeEach(async () => {
  shop = new Workshop();
  await shop.fresh();
});

/** Asks for a line, replies to it, and asks again. */
const asks = `printf '> '; while read -r line; do printf 'you said %s\\nend of it\\n> ' "$line"; done; echo bye`;

describe('ptywright adapter explain', () => {
  it('explains a picture without a server', async () => {
    const { status, stdout, stderr } = await shop.run(
      'adapter',
      'explain',
      '--plugin',
      'demo',
      '--picture',
      'demo/screens/busy.txt',
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`demo/screens/busy.txt: busy (confidence 0.5)
evidence: the program runs and shows no prompt

Rules, in the order in which they were tried (+ matched, - did not match):
- exited  (the process is running)
- ready   row 2  (no prompt before the cursor)
+ busy    (the program runs and shows no prompt)

0  | $ demo
1  | working
2 -|
The cursor is at row 2, column 0.
`);
  });

  it('lists the pictures of the plugin if the given one does not exist', async () => {
    const { status, stderr } = await shop.run('adapter', 'explain', '--plugin', 'demo', '--picture', 'busy');
    expect(status).toBe(1);
    expect(stderr).toContain('busy: no such file; the pictures of the plugin are demo/screens/busy.txt');
  });

  it('explains a marker of a recording, also as JSON', async () => {
    const recorded = [
      { version: 2, width: 20, height: 4 },
      [0.1, 'o', '> '],
      [0.5, 'm', 'state: ready'],
      [0.6, 'o', 'x\r\n'],
      [0.7, 'm', 'state: busy'],
    ];
    shop.write('one.cast', recorded.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const explain = (...rest: readonly string[]) =>
      shop.run('adapter', 'explain', '--plugin', 'demo', '--picture', 'one.cast', ...rest);
    const { stdout } = await explain('--at', '2', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      of: 'one.cast 0.7',
      state: { state: 'busy' },
      rules: [{ rule: 'exited' }, { rule: 'ready', matched: false }, { rule: 'busy', matched: true }],
      cursor: { row: 1, col: 0 },
    });
    expect(await explain('--at', '3')).toMatchObject({
      status: 1,
      stderr: 'ptywright adapter explain: one.cast: --at 3: the recording has 2 markers with a state\n',
    });
  });

  it('explains a failed plugin, and one without rules', async () => {
    const explain = () =>
      shop.run('adapter', 'explain', '--plugin', 'demo', '--picture', 'demo/screens/busy.txt');
    shop.write('demo/main.lua', 'return { classify = function() error("on purpose") end }');
    const failed = await explain();
    expect(failed.status).toBe(1);
    expect(failed.stdout).toContain('the plugin failed: main.lua:1: on purpose');
    shop.write(
      'demo/main.lua',
      'return { classify = function() return { state = "x", metadata = { a = 1 } } end }',
    );
    const plain = await explain();
    expect(plain.status).toBe(0);
    expect(plain.stdout).toContain('x (confidence 1)\nmetadata: {"a":1}\n\nThe plugin reported no rules');
  });

  it('explains a running adapter', async () => {
    const home = freshHome();
    const server = new Ptywright(['serve', '--plugin', shop.path('demo/manifest.toml')], {
      PTYWRIGHT_HOME: home,
    });
    await server.says('listening on', 'stderr');
    const socket = `${home}/socket`;
    const client = await connectSocket(socket);
    const { adapter } = await client.request('adapter.start', {
      plugin: 'demo',
      program: 'sh',
      args: ['-c', asks],
    });
    await client.request('adapter.wait', { adapter, states: ['ready'] });
    const turn = await client.request('adapter.turn', {
      adapter,
      send: { intent: 'send_line', params: { text: 'hello' } },
      wait: { states: ['ready'] },
    });
    expect(turn.state).toMatchObject({ state: 'ready', last_intent: 'line_sent' });
    const { status, stdout } = await shop.run('adapter', 'explain', '--socket', socket, '--adapter', adapter);
    expect(status).toBe(0);
    expect(stdout).toContain(`${adapter}: ready (confidence 0.9)`);
    expect(stdout).toContain('\n+ ready   row 3  (a prompt before the cursor)\n');
    expect(stdout).toContain(
      '\n1  | you said hello\n2  | end of it\n3 +| >\nThe cursor is at row 3, column 2.\n',
    );
    expect(await shop.run('adapter', 'explain', '--socket', socket, '--adapter', 'e99')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('e99'),
    });
    await client.close();
    server.process.kill('SIGTERM');
    await server.ended;
    expect(await shop.run('adapter', 'explain', '--socket', socket, '--adapter', 'e1')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no server listens on'),
    });
  });

  it.each([
    [[], 'expected --adapter ID, or --plugin PLUGIN with --picture FILE'],
    [['--plugin', 'demo'], 'expected --adapter ID, or'],
    [['--adapter', 'e1', '--plugin', 'demo'], '--adapter cannot be combined with --plugin and --picture'],
  ])('does not understand %j', async (words, message) => {
    const { status, stderr } = await shop.run('adapter', 'explain', ...words);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
