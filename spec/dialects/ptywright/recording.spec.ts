/** Recordings into files that a client names. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { permissionNames } from '#permissions.ts';
import { readCast } from '#recording/asciicast.ts';
import { refuseInFile } from '#recording/jsonLines.ts';
import { recordingFormats } from '#recording/recordingFile.ts';
import { program } from '../../harness/programs.ts';
import { runOnSocket } from '../../harness/server.ts';
import { smallDiskIn } from '../../harness/smallDisk.ts';
import { leaked, secretSamples } from '../../redaction/samples.ts';
import { aServer, type Calls, faultOf, obeying, tallied } from '../../session/driven.ts';

const folder = mkdtempSync(join(tmpdir(), 'recorded-'));

afterAll(() => rmSync(folder, { recursive: true }));
const smallDisk = smallDiskIn(folder);

const at = (name: string) => join(folder, name);

const said = (path: string) => readFileSync(path, 'utf8');

async function written(path: string, text: string) {
  const changes = watch(path);
  const isWritten = new Promise<void>((resolve) => {
    const look = () => said(path).includes(text) && resolve();
    changes.on('change', look);
    look();
  });
  await isWritten.finally(() => changes.close());
}

const events = (path: string) => [
  ...readCast(said(path), { refuse: refuseInFile(path), torn: false }).events,
];

const outputOf = (path: string) =>
  events(path)
    .filter(({ code }) => code === 'o')
    .map(({ text }) => text)
    .join('');

const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(3);

async function answered({ calls }: { calls: Calls }, session: string) {
  await calls.session.act({
    session,
    actions: [
      { type: 'text', value: 'ada' },
      { type: 'key', value: 'enter' },
    ],
    matcher: { type: 'contains_text', value: 'hello ada' },
  });
  await calls.session.input({ session, action: { type: 'eof' } });
  await calls.session.wait({ session, matcher: { type: 'process_exited' } });
}

describe('a recording', () => {
  it.each(['asciicast-v2', 'asciicast-v3'] as const)('as %s contains all that happened', async (format) => {
    const server = aServer();
    const { calls } = server;
    const { session } = await calls.session.create({ ...program('asks-name'), name: `asking-${format}` });
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'name?' } });
    const path = at(format);
    const { recording } = await calls.recording.start({ session, path, format, input: true });
    expect(recording).toBe('r1');
    await calls.recording.mark({ recording, label: 'the question' });
    await calls.session.resize({ session, rows: 30, cols: 90 });
    await answered(server, session);
    const { recordings } = await calls.recording.list({});
    expect(recordings).toMatchObject([{ recording, session, path, format, ended: 'exited' }]);
    const reply = await calls.recording.stop({ recording });
    expect(reply).toMatchObject({ recording, session, path, ended: 'exited' });
    expect(reply.bytes).toBe(statSync(path).size);
    expect(reply.events).toBe(said(path).trim().split('\n').length);
    expect((await calls.recording.list({})).recordings).toMatchObject([{ recording, ended: 'exited' }]);

    const [opening, ...rest] = events(path).map(({ code, text }) => [code, text] as const);
    expect(opening![1]).toContain('name?');
    const kinds = rest.filter(([code]) => code !== 'o');
    expect(kinds).toEqual([
      ['m', 'the question'],
      ['r', '90x30'],
      ['m', 'act text key → contains_text'],
      ['i', 'ada'],
      ['i', '\r'],
      ['m', 'input eof'],
      ['i', '\x04'],
      ['x', '0'],
    ]);
    expect(outputOf(path)).toContain('hello ada');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('in version 3 can be appended to', async () => {
    const server = aServer();
    const { calls } = server;
    const path = at('twice');
    for (const size of [
      { rows: 24, cols: 80 },
      { rows: 10, cols: 40 },
    ]) {
      const { session } = await calls.session.create({ ...program('asks-name'), ...size });
      await calls.recording.start({ session, path, format: 'asciicast-v3', append: true });
      await answered(server, session);
      await calls.session.close({ session });
    }
    expect(
      events(path)
        .map(({ code }) => code)
        .join(''),
    ).toMatch(/^o*.*x.*r.*x$/);
    expect(outputOf(path).split('hello ada')).toHaveLength(3);
  });

  it('hides secrets, also those that were on the screen before', async () => {
    const { calls, ...server } = aServer();
    const { session, show } = await obeying({ calls });
    await show(`token ${github} above\n`);
    for (const format of recordingFormats) {
      const path = at(`hidden-${format}`);
      const { recording } = await calls.recording.start({
        session,
        path,
        format,
        input: true,
        interval_ms: 1,
      });
      await show(`token ${github} shown\n`);
      await calls.recording.mark({ recording, label: `token ${github}` });
      await calls.recording.stop({ recording });
      expect(leaked(github, said(path))).toBeUndefined();
      expect(said(path)).toContain('token [REDACTED]');
    }
    await server.close();
  });

  it('starts with the colors, reverse video and cursor of the screen', async () => {
    const { calls } = aServer();
    const { session, show } = await obeying({ calls }, { rows: 3, cols: 20 });
    await calls.session.set_palette({ session, colors: { 2: '#123456' } });
    await show('\x1b]11;#222222\x07\x1b]4;1;#abcdef\x07\x1b[31mred \x1b[32mgreen\x1b[5 q\x1b[?5h');
    const { recording } = await calls.recording.start({ session });
    const shot = { session, format: 'svg' } as const;
    const { data } = await calls.session.screenshot(shot);
    const { text = '' } = await calls.recording.stop({ recording });
    const { session: replayed, show: print } = await obeying({ calls }, { rows: 3, cols: 20 });
    const { events: received } = readCast(text, { refuse: refuseInFile('it'), torn: false });
    await print([...received].map(({ text: output }) => output).join(''), {
      type: 'contains_text',
      value: 'green',
    });
    expect((await calls.session.screenshot({ ...shot, session: replayed })).data).toBe(data);
  });

  it('is unredacted only with permission', async () => {
    const { calls } = aServer();
    const { session, show } = await obeying({ calls });
    const { recording } = await calls.recording.start({ session, path: at('raw'), redact: false });
    await show(`token ${github} shown\n`);
    await calls.recording.stop({ recording });
    expect(outputOf(at('raw'))).toContain(github);
    for (const [options, params, permission] of [
      [without('raw.write'), { redact: false }, 'raw.write'],
      [{ redactionEnforced: true }, { redact: false }, 'raw.write'],
      [without('file.write'), {}, 'file.write'],
    ] as const) {
      const other = aServer(options);
      const { session } = await other.calls.session.create(program('asks-name'));
      const start = other.client.send('recording.start', { session, path: at('denied'), ...params });
      expect(await faultOf(start, 'PermissionDenied')).toMatchObject({ required_permission: permission });
    }
    expect(() => statSync(at('denied'))).toThrow('ENOENT');
  });

  it('is refused if the path is unsafe, or the file belongs to something else', async () => {
    const { calls, client } = aServer();
    const { session } = await calls.session.create(program('asks-name'));
    writeFileSync(at('there'), 'untouched\n');
    writeFileSync(at('torn'), '{"version":3,"term":{"cols":80,"rows":24}}\n[0,"o"');
    symlinkSync(at('there'), at('link'));
    mkdirSync(at('directory'));
    const format = 'asciicast-v3';
    const { recording } = await calls.recording.start({ session, path: at('mine'), format });
    const cases: [string, boolean, string][] = [
      [at('there'), false, 'EEXIST'],
      [at('there'), true, 'not_a_recording'],
      [at('torn'), true, 'unfinished_line'],
      [at('link'), true, 'symlink'],
      [at('directory'), true, 'directory'],
      ['/dev/full', true, 'device'],
      [at('nowhere/file'), false, 'ENOENT'],
      [`${folder}/../${folder.split('/').at(-1)}/mine`, true, 'in_use'],
    ];
    for (const [path, append, reason] of cases) {
      const start = client.send('recording.start', { session, path, append, format });
      expect(await faultOf(start, 'FileRefused')).toEqual({ path: 'path', file: path, reason });
    }
    expect(said(at('there'))).toBe('untouched\n');
    const again = calls.recording.start({ session, path: at('v2'), append: true });
    expect(await faultOf(again, 'Invalid')).toMatchObject({ path: 'append' });
    await calls.recording.stop({ recording });
    expect(await faultOf(calls.recording.stop({ recording: 'r99' }), 'Invalid')).toMatchObject({
      path: 'recording',
      reason: 'unknown_recording',
    });
  });

  it.skipIf(!smallDisk.mountable)('ends readable on a full disk (needs a tmpfs)', async () => {
    const { calls, client } = aServer({ log: () => {} });
    const warnings = tallied<{ warning: string }>();
    client.on('session.warning', (warning) => warnings.add(warning));
    await calls.server.set_notifications({ enabled: true });
    const { session } = await calls.session.create({
      program: 'sh',
      args: [
        '-c',
        'read -r go; i=0; while [ $i -lt 6000 ]; do echo "line $i of many"; i=$((i+1)); done; read -r end',
      ],
    });
    const path = join(smallDisk.folder, 'cast');
    await calls.recording.start({ session, path });
    await calls.session.input({ session, action: { type: 'text', value: '\n' } });
    const [{ warning }] = (await warnings.until((all) => all.length > 0)) as [{ warning: string }];
    expect(warning).toBe('the recording r1 ended: ENOSPC');
    const { events } = readCast(said(path), { refuse: refuseInFile(path), torn: true });
    expect([...events].length).toBeGreaterThan(3);
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'line 5999 of many' } });
    rmSync(path);
  });

  it.skipIf(!smallDisk.mountable).each(['asciicast-v3', 'actions-json', 'jsonl-frames'] as const)(
    'as %s on a full disk ends with a complete line, and reports the size of the file (needs a tmpfs)',
    async (format) => {
      const { calls, client } = aServer({ log: () => {} });
      const warnings = tallied<{ warning: string }>();
      client.on('session.warning', (warning) => warnings.add(warning));
      await calls.server.set_notifications({ enabled: true });
      const { bsize, bavail } = statfsSync(smallDisk.folder);
      const filler = join(smallDisk.folder, 'filler');
      writeFileSync(filler, Buffer.alloc(bsize * bavail - 8192));
      const path = join(smallDisk.folder, `whole-${format}`);
      const { session } = await calls.session.create({ program: 'cat' });
      const { recording } = await calls.recording.start({ session, path, format, input: true });
      for (let at = 0; warnings.all.length === 0; at++) {
        const actions = [{ type: 'text' as const, value: `line ${at} ${'of many '.repeat(40)}\n` }];
        await calls.session.act({ session, actions, matcher: { type: 'changed' } });
      }
      const reply = await calls.recording.stop({ recording });
      const kept = said(path);
      for (const made of [path, filler]) rmSync(made);
      expect(reply.ended).toBe('ENOSPC');
      expect(reply.bytes).toBe(Buffer.byteLength(kept));
      expect(kept.endsWith('\n')).toBe(true);
      expect(reply.events).toBe(kept.split('\n').length - 1);
      for (const line of kept.trimEnd().split('\n')) JSON.parse(line);
    },
  );

  it('is readable after its server was killed', async () => {
    const server = await runOnSocket();
    const { session } = await server.client.calls.session.create({
      program: 'sh',
      args: ['-c', 'while read -r line; do echo "said $line"; done'],
    });
    const path = at('killed');
    await server.client.calls.recording.start({ session, path, format: 'asciicast-v3' });
    for (const [index, line] of ['one', 'two', 'three'].entries())
      await server.client.calls.session.act({
        session,
        actions: [{ type: 'text', value: `${line}\n` }],
        matcher: { type: 'cursor_at', value: { row: 2 * (index + 1), col: 0 } },
      });
    // Output is held back for a moment, as a secret may begin in it.
    await written(path, 'said three');
    server.process.kill('SIGKILL');
    await server.close();
    const { events } = readCast(said(path), { refuse: refuseInFile(path), torn: true });
    expect([...events].map(({ text }) => text).join('')).toContain('said three');
  });

  it('is refused at the maximum number of recordings', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create(program('asks-name'));
    for (let one = 0; one < 64; one++)
      await calls.recording.start({ session, path: at(`many-${one}`), format: 'actions-json' });
    const more = calls.recording.start({ session, path: at('one-more') });
    expect(await faultOf(more, 'Busy')).toMatchObject({ limit: 'recordings', max: 64 });
    await calls.recording.stop({ recording: 'r1' });
    await calls.recording.start({ session, path: at('one-more') });
  });
});

const without = (denied: string) => ({
  grants: new Set(permissionNames.filter((name) => name !== denied)),
});
