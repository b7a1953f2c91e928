/** Each event of the document that this server sends, caused by a real program. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Client as Native } from '#client/index.ts';
import { eventNames } from '#dialects/wrightty/events.ts';
import { connectInProcess } from '#server/server.ts';
import { follow, say } from './following.ts';
import { type Client, type Wright, wright } from './running.ts';

let server: Wright;

let client: Client;

beforeEach(async () => {
  server = await wright();
  client = await server.connect();
});

afterEach(() => server.close());

const received: readonly (readonly [script: string, event: string, data: object])[] = [
  [say('\\007'), 'Terminal.bell', {}],
  [say('\\033]2;vim README.md\\007'), 'Terminal.titleChanged', { title: 'vim README.md', iconName: null }],
  [say('\\033]1;icon\\007'), 'Terminal.titleChanged', { title: '', iconName: 'icon' }],
  [
    say('\\033]7;file://hostname/home/user/project\\007'),
    'Terminal.cwdChanged',
    { cwd: '/home/user/project', uri: 'file://hostname/home/user/project' },
  ],
  [say('\\033]9;9;/a\\007'), 'Terminal.cwdChanged', { cwd: '/a', uri: null }],
  [say('\\033]1337;CurrentDir=/b\\007'), 'Terminal.cwdChanged', { cwd: '/b', uri: null }],
  [say('\\033[?1049h'), 'Terminal.alternateScreen', { active: true }],
  [say('\\033[?1049h'), 'Terminal.modeChanged', { mode: 'alternateScreen', enabled: true }],
  [say('\\033[5 q'), 'Terminal.cursorChanged', { visible: true, shape: 'bar', blinking: true }],
  [say('\\033[?25l'), 'Terminal.modeChanged', { mode: 'cursorVisible', enabled: false }],
  [say('\\033]133;A\\007'), 'Shell.promptStart', {}],
  [say('\\033]133;B\\007'), 'Shell.commandStart', {}],
  [say('\\033]133;C\\007'), 'Shell.outputStart', { command: null }],
  [say('\\033]133;C;cmdline=ls\\007'), 'Shell.outputStart', { command: 'ls' }],
  [say('\\033]133;D;2\\007'), 'Shell.commandFinished', { exitCode: 2 }],
  [
    say('\\033]777;notify;Build complete;Project compiled successfully\\007'),
    'Terminal.notification',
    {
      title: 'Build complete',
      body: 'Project compiled successfully',
      urgency: 'normal',
      source: 'osc777',
    },
  ],
  [
    say('\\033]9;done\\007'),
    'Terminal.notification',
    { title: null, body: 'done', urgency: 'normal', source: 'osc9' },
  ],
  [
    say('\\033]99;u=2;now\\007'),
    'Terminal.notification',
    { title: 'now', body: '', urgency: 'critical', source: 'osc99' },
  ],
  [
    say('\\033]52;c;Y29waWVkIHRleHQ=\\007'),
    'Terminal.clipboardSet',
    { selection: 'clipboard', text: 'copied text', base64: 'Y29waWVkIHRleHQ=' },
  ],
  [say('\\033]9;4;1;75\\007'), 'Terminal.progressChanged', { state: 'value', percent: 75 }],
  [say('\\033]9;4;4;75\\007'), 'Terminal.progressChanged', { state: 'warning', percent: 75 }],
  [say('\\033]9;4;0\\007'), 'Terminal.progressChanged', { state: 'none' }],
  [say('\\033[?2004h'), 'Terminal.modeChanged', { mode: 'bracketedPaste', enabled: true }],
  [say('\\033[?1h'), 'Terminal.modeChanged', { mode: 'cursorKeyMode', enabled: true }],
  [say('\\033[?1002h'), 'Terminal.modeChanged', { mode: 'mouseTracking', enabled: true }],
  [say('\\033[?1004h'), 'Terminal.modeChanged', { mode: 'focusReporting', enabled: true }],
  [say('\\033[?7l'), 'Terminal.modeChanged', { mode: 'autoWrap', enabled: false }],
  [say('\\033[?5h'), 'Terminal.modeChanged', { mode: 'reverseVideo', enabled: true }],
  [say('\\033[?2026h'), 'Terminal.modeChanged', { mode: 'synchronizedOutput', enabled: true }],
  [
    say('\\033]4;4;#0000ff\\007'),
    'Terminal.colorPaletteChanged',
    { changes: { 4: { r: 0, g: 0, b: 255 } }, source: 'osc4' },
  ],
  [
    say('\\033]10;#c8c8c8\\007'),
    'Terminal.colorPaletteChanged',
    { changes: { foreground: { r: 200, g: 200, b: 200 } }, source: 'osc10' },
  ],
  [
    say('\\033]1337;RemoteHost=deploy@prod-server-01\\007'),
    'Terminal.remoteHostChanged',
    { user: 'deploy', host: 'prod-server-01' },
  ],
  [
    say('\\033]1337;SetUserVar=gitBranch=bWFpbg==\\007'),
    'Terminal.userVariableSet',
    { key: 'gitBranch', value: 'main' },
  ],
  [
    say('\\033_Ga=T,f=24,s=16,v=32,i=7;AAAA\\033\\\\'),
    'Terminal.imageDisplayed',
    {
      protocol: 'kitty',
      row: 1,
      col: 0,
      widthCells: 2,
      heightCells: 2,
      widthPixels: 16,
      heightPixels: 32,
      imageId: 7,
    },
  ],
  [
    say('\\033]1337;File=inline=1;width=40;height=20:AAAA\\007'),
    'Terminal.imageDisplayed',
    {
      protocol: 'iterm2',
      row: 1,
      col: 0,
      widthCells: 40,
      heightCells: 20,
      widthPixels: null,
      heightPixels: null,
      imageId: null,
    },
  ],
  [
    say('\\033]5113;ac=receive;id=x\\007'),
    'Terminal.fileTransfer',
    { action: 'receive', filename: null, progress: null, error: null },
  ],
  [
    say('\\033]5113;ac=file;id=x;n=ZGF0YS5jc3Y=\\007'),
    'Terminal.fileTransfer',
    { action: 'send', filename: 'data.csv', progress: null, error: null },
  ],
  ['exit 7', 'Session.exited', { exitCode: 7, signal: null }],
  ['kill -9 $$', 'Session.exited', { exitCode: null, signal: 'SIGKILL' }],
];

describe('an event', () => {
  it.each(received)('%s is %s', async (script, event, data) => {
    const sessionId = await follow(client, script, [event]);
    const came = await client.event(event);
    expect(came).toEqual({
      subscriptionId: 'sub_001',
      event,
      sessionId,
      timestamp: expect.any(Number),
      data,
    });
    expect(Math.abs(came.timestamp - server.server.world.clock.wall())).toBeLessThan(60_000);
  });

  it.each([
    [
      'colours that a program keeps, changes, has again and takes back',
      '\\033[#P\\033]4;4;#0000ff\\007\\033[#Q\\033]4;4;#0000ff\\007\\033]104\\007',
      'Terminal.colorPaletteChanged',
      [
        { changes: {}, source: 'push' },
        { changes: { 4: { r: 0, g: 0, b: 255 } }, source: 'osc4' },
        { changes: { 4: { r: 0, g: 0, b: 238 } }, source: 'pop' },
        { changes: { 4: { r: 0, g: 0, b: 255 } }, source: 'osc4' },
        { changes: { 4: { r: 0, g: 0, b: 238 } }, source: 'osc4' },
      ],
    ],
    [
      'colours that a full reset takes back',
      '\\033]4;4;#0000ff\\007\\033c\\033]10;#c8c8c8\\007\\033c',
      'Terminal.colorPaletteChanged',
      [
        { changes: { 4: { r: 0, g: 0, b: 255 } }, source: 'osc4' },
        { changes: { 4: { r: 0, g: 0, b: 238 } }, source: 'osc4' },
        { changes: { foreground: { r: 200, g: 200, b: 200 } }, source: 'osc10' },
        { changes: { foreground: { r: 229, g: 229, b: 229 } }, source: 'osc10' },
      ],
    ],
    [
      'a title and the name of an icon, said at once, kept and brought back',
      '\\033[22;0t\\033]0;x\\007\\033[23;0t\\033]0;y\\007',
      'Terminal.titleChanged',
      [
        { title: 'x', iconName: 'x' },
        { title: '', iconName: null },
        { title: 'y', iconName: 'y' },
      ],
    ],
    [
      'a name of an icon that is that of the window for a while',
      '\\033]1;x\\007\\033]2;y\\007\\033]1;y\\007\\033]2;z\\007',
      'Terminal.titleChanged',
      [
        { title: '', iconName: 'x' },
        { title: 'y', iconName: 'x' },
        { title: 'y', iconName: 'y' },
        { title: 'z', iconName: 'y' },
      ],
    ],
    [
      'a cursor that is hidden until a full reset',
      '\\033[?25l\\033c',
      'Terminal.modeChanged',
      [
        { mode: 'cursorVisible', enabled: false },
        { mode: 'cursorVisible', enabled: true },
      ],
    ],
  ])('is sent for each of %s', async (_, printed, event, data) => {
    await follow(client, say(printed), [event]);
    await client.until(() => client.events.length >= data.length);
    expect(client.events.map((one) => one.data)).toEqual(data);
  });

  it('contains output in base64', async () => {
    await follow(client, say('hello\\n'), ['Session.output']);
    const all = () =>
      client.events.map(({ data }) => Buffer.from(data.data as string, 'base64').toString()).join('');
    await client.until(() => all().includes('hello\r\n'));
  });

  it('reports a changed screen, and where', async () => {
    await follow(client, say('\\033[5;1Hfive\\033[7;1Hseven'), ['Screen.updated']);
    const { data } = await client.event('Screen.updated', (one) => one.data.dirtyRegion?.bottom === 6);
    expect(data.dirtyRegion).toMatchObject({ left: 0, right: 79 });
  });

  it('reports a link under the pointer', async () => {
    const link = say('\\033[?1003h\\r\\nsee \\033]8;;https://example.com\\033\\\\here\\033]8;;\\033\\\\ end');
    const sessionId = await follow(client, link, ['Terminal.hyperlinkHovered']);
    await client.shows(sessionId, 'end');
    const move = (col: number) => client.call('Input.sendMouse', { sessionId, event: 'move', row: 2, col });
    for (const col of [0, 5, 6, 9]) await move(col);
    const { data } = await client.event('Terminal.hyperlinkHovered');
    expect(data).toEqual({ url: 'https://example.com', id: null, row: 2, colStart: 4, colEnd: 7 });
    await client.call('Session.list');
    expect(client.events).toHaveLength(1);
  });

  it('reports the focus set by another listener', async () => {
    const sessionId = await follow(client, say('\\033[?1004hasked'), ['Terminal.focusChanged']);
    await client.shows(sessionId, 'asked');
    const stream = connectInProcess(server.server);
    const native = new Native({ input: stream, output: stream });
    const action = { type: 'focus', value: { focused: true } } as const;
    await native.calls.session.input({ session: sessionId, action });
    expect((await client.event('Terminal.focusChanged')).data).toEqual({ focused: true });
  });

  it('exists for every name that the server lists', () => {
    const alone = ['Session.output', 'Screen.updated', 'Terminal.hyperlinkHovered', 'Terminal.focusChanged'];
    const names = new Set([...received.map(([, event]) => event), ...alone]);
    expect([...eventNames].filter((name) => !names.has(name))).toEqual([]);
  });
});
