/** Error messages name wrightty's own parameters. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Client, type RunningOptions, running as start, wright } from './running.ts';

const running = async (options?: RunningOptions): Promise<Client> => (await start(options)).client;

const sessionId = 's1';

describe('an error names the parameter as it was sent', () => {
  const cases: readonly (readonly [method: string, params: object, path: string, message: string])[] = [
    [
      'Input.sendKeys',
      { keys: [{ key: 'F' }] },
      'keys.0.n',
      'is missing: the key F requires a number from 1 to 24',
    ],
    [
      'Input.sendKeys',
      { keys: [{ key: 'Char' }] },
      'keys.0.char',
      'is missing: the key Char requires one character',
    ],
    ['Input.sendKeys', { keys: [{ key: 'Nope' }] }, 'keys.0.key', 'not one of the known values'],
    ['Input.sendKeys', { keys: ['F25'] }, 'keys.0', '"F25" is not a key: the last function key is F24'],
    [
      'Input.sendKeys',
      { keys: ['Ctrl+f35'] },
      'keys.0',
      '"Ctrl+f35" is not a key: the last function key is F24',
    ],
    ['Input.sendKeys', { keys: ['F36'] }, 'keys.0', '"F36" is not a key'],
    ['Input.sendKeys', { keys: ['Foo+x'] }, 'keys.0', 'unknown modifier; expected Ctrl | Alt | Shift | Meta'],
    [
      'Terminal.setColorPalette',
      { palette: { 256: { r: 0, g: 0, b: 0 } } },
      'palette.256',
      'expected a number from 0 to 255, foreground, background or cursor',
    ],
    ['Input.sendMouse', { event: 'press', button: 'left', row: 99, col: 0 }, 'row', 'is off the screen'],
    ['Screen.waitForText', { pattern: '(', isRegex: true }, '', 'Invalid pattern: missing )'],
  ];

  it.each(cases)('%s %j', async (method, params, path, message) => {
    const client = await running();
    await client.session("printf '\\033[?1003;1006hon'; cat");
    const { error } = await client.ask(method, { sessionId, ...params });
    expect(error?.message).toContain(message);
    if (path) expect(error?.data.path).toBe(path);
  });

  it('and lists all keys', async () => {
    const client = await running();
    await client.session('cat');
    const { error } = await client.ask('Input.sendKeys', { sessionId, keys: [{ key: 'Nope' }] });
    expect(error?.data.expected).toContain('Enter | ');
    expect(error?.data.expected).toContain('Char | F');
  });

  it('in the requested shell', async () => {
    const client = await running();
    const { error } = await client.ask('Session.create', { shell: '/no/such/shell' });
    expect(error).toMatchObject({ code: 1005, data: { path: 'shell' } });
  });

  it('in a wait for the cursor', async () => {
    const client = await running();
    await client.session('cat');
    const { error } = await client.ask('Screen.waitForCursor', { sessionId, row: 7, col: 9, timeout: 20 });
    expect(error).toMatchObject({
      code: 1003,
      message: 'the cursor was not in row 7, col 9 within 20 ms',
    });
  });

  it('and contains no false secret', async () => {
    const client = await running({ password: 'correct horse' });
    const { error } = await client.ask('Wrightty.authenticate', {});
    expect(error?.message).toBe('password: expected string, got nothing');
    expect((await client.ask('Session.list')).error?.message).toContain(
      'Wrightty.authenticate with the `password`',
    );
  });

  it('and redacts what was sent', async () => {
    const client = await running();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    await client.session('cat');
    const { error } = await client.ask('Input.sendKeys', { sessionId, keys: [{ key: token }] });
    expect(JSON.stringify(error)).not.toContain('a1B2');
  });
});

it('a recording contains output and input as the document defines', async () => {
  const client = await running();
  await client.session('printf ready; cat');
  const { recordingId } = await client.call('Recording.startSession', { sessionId });
  await client.call('Input.sendText', { sessionId, text: 'hi\n' });
  await client.shows(sessionId, 'hi');
  const { data, events } = await client.call('Recording.stopSession', { recordingId });
  const codes = data
    .trim()
    .split('\n')
    .slice(1)
    .map((line: string) => JSON.parse(line)[1]);
  expect(new Set(codes)).toEqual(new Set(['o']));
  expect(events).toBe(codes.length);
});

it('a wait of another client ignores the old prompt', async () => {
  const server = await wright();
  onTestFinished(() => server.close());
  const [one, other] = [await server.connect(), await server.connect()];
  const script = 'stty -echo; printf "old> "; read x; read y; printf "got $x\\nnew> "; cat';
  await one.session(script);
  await one.shows(sessionId, 'old>');
  await one.call('Input.sendText', { sessionId, text: 'hi\n' });
  await other.call('Screen.waitForText', { sessionId, pattern: '>', timeout: 0 });
  const answered: string[] = [];
  const waited = one
    .call('Screen.waitForText', { sessionId, pattern: '> $', isRegex: true })
    .then(() => answered.push('wait'));
  await other.call('Wrightty.getInfo');
  answered.push('others');
  await other.call('Input.sendText', { sessionId, text: 'more\n' });
  await waited;
  expect(answered).toEqual(['others', 'wait']);
});
