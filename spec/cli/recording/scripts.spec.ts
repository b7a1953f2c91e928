import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { program } from '../../harness/programs.ts';
import { root } from '../../house/source.ts';
import { aServer, type Calls } from '../../session/driven.ts';
import { runCommand } from '../inProcess.ts';
import { bin, freshHome, Ptywright } from '../ptywright.ts';

const execute = promisify(execFile);

interface ScriptOutput {
  readonly plain_text: string;
}

const enter = { type: 'key', value: 'enter' } as const;

const text = (value: string) => ({ type: 'text', value }) as const;

/** A folder with a recording of calls, and the screen at its end. */
async function driven(): Promise<{ readonly folder: string; readonly screen: string }> {
  const { calls } = aServer();
  const folder = freshHome();
  const { session } = await calls.session.create({ ...program('asks-name'), rows: 10, cols: 50 });
  const path = join(folder, 'drive.jsonl');
  await calls.recording.start({ session, path, format: 'actions-json' });
  await drive(calls, session);
  await calls.recording.stop({ recording: 'r1' });
  const { plain_text } = (await calls.session.snapshot({ session })) as ScriptOutput;
  return { folder, screen: plain_text };
}

async function drive(calls: Calls, session: string): Promise<void> {
  await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'name?' } });
  await calls.session.resize({ session, rows: 12, cols: 60 });
  await calls.session.input({ session, action: { type: 'keys', value: 'A d a' } });
  const actions = [text(` "O'Neil" $HOME \\ é日`), { type: 'key', value: 'backspace' }, enter] as const;
  const matcher = { type: 'screen_regex', value: '(?m)^hello Ada' } as const;
  await calls.session.act({ session, actions: [...actions], matcher });
  // This wait never matches, and no script may contain it.
  await calls.session
    .wait({ session, matcher: { type: 'contains_text', value: 'absent' }, timeout_ms: 1 })
    .catch(() => {});
}

/** An environment with `ptywright` as a program and its client as a package. */
function installed(folder: string): Readonly<Record<string, string>> {
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'ptywright'));
  writeFileSync(join(programs, 'ptywright'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(join(programs, 'ptywright'), 0o700);
  return { PATH: `${programs}:${process.env.PATH}`, PTYWRIGHT_HOME: freshHome(), LC_ALL: 'C.UTF-8' };
}

describe('recorded calls', () => {
  it('become scripts that lead to the same screen', async () => {
    const { folder, screen } = await driven();
    expect(screen).toContain(`hello Ada "O'Neil" $HOME`);
    const env = installed(folder);
    for (const kind of ['ts', 'py', 'sh'])
      expect(await runCommand(['convert', 'drive.jsonl', `to.${kind}`], { cwd: folder })).toMatchObject({
        status: 0,
        stderr: '',
      });
    // The script has no type annotations that would have to be removed first.
    const typescript = await execute(
      process.execPath,
      ['--input-type=module', '-e', readFileSync(join(folder, 'to.ts'), 'utf8')],
      { cwd: folder, env },
    );
    expect(typescript.stdout.trimEnd()).toBe(screen);
    const python = await execute('python3', ['to.py'], { cwd: folder, env });
    expect(python.stdout.trimEnd()).toBe(screen);
    const server = new Ptywright(['serve'], env);
    await server.says('listening', 'stderr');
    const shell = await execute('sh', ['to.sh'], { cwd: folder, env });
    expect((JSON.parse(shell.stdout) as ScriptOutput).plain_text).toBe(screen);
    server.process.kill('SIGTERM');
    await server.ended;
  });

  it('read hidden values from the environment', async () => {
    const folder = freshHome();
    const env = { ...installed(folder), SECRET_1: 'a "q" \\ $x', SECRET_2: "it's" };
    const line = (value: object) => `${JSON.stringify(value)}\n`;
    const script = 'printf "<%s>\\n" "$1"; read -r x; echo "got $x"; exec cat';
    const session = { program: 'sh', args: ['-c', script, 'sh', 'pre-[REDACTED]-post'], rows: 5, cols: 50 };
    const actions = [text('[REDACTED]'), enter];
    const matcher = { type: 'contains_text', value: 'got' };
    writeFileSync(
      join(folder, 'drive.jsonl'),
      line({ recording: 'actions', version: 1, replacement: '[REDACTED]', session }) +
        line({
          time: 0,
          call: 'wait',
          matcher: { type: 'contains_text', value: '-post>' },
          timeout_ms: 10_000,
        }) +
        line({ time: 0, call: 'act', actions, matcher, timeout_ms: 10_000 }),
    );
    for (const kind of ['ts', 'py', 'sh'])
      expect(await runCommand(['convert', 'drive.jsonl', `to.${kind}`], { cwd: folder })).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('reads them from the environment variables SECRET_1, SECRET_2'),
      });
    const visible = `<pre-${env.SECRET_1}-post>\n${env.SECRET_2}\ngot ${env.SECRET_2}`;
    const source = readFileSync(join(folder, 'to.ts'), 'utf8');
    const inNode = ['--input-type=module', '-e', source];
    expect((await execute(process.execPath, inNode, { cwd: folder, env })).stdout.trimEnd()).toBe(visible);
    expect((await execute('python3', ['to.py'], { cwd: folder, env })).stdout.trimEnd()).toBe(visible);
    const server = new Ptywright(['serve'], env);
    await server.says('listening', 'stderr');
    const shell = await execute('sh', ['to.sh'], { cwd: folder, env });
    expect((JSON.parse(shell.stdout) as ScriptOutput).plain_text).toBe(visible);
    server.process.kill('SIGTERM');
    await server.ended;
    const { SECRET_2: _, ...less } = env;
    for (const [program, args] of [
      [process.execPath, inNode],
      ['python3', ['to.py']],
      ['sh', ['to.sh']],
    ] as const)
      await expect(execute(program, [...args], { cwd: folder, env: less })).rejects.toThrow();
  });

  it('become a list of manual steps', async () => {
    const { folder, screen } = await driven();
    await runCommand(['convert', 'drive.jsonl', 'to.json'], { cwd: folder });
    const list = JSON.parse(readFileSync(join(folder, 'to.json'), 'utf8')) as {
      time: number;
      method: string;
      params: Record<string, unknown>;
    }[];
    expect(list.map(({ method }) => method.split('.')[1])).toEqual([
      'create',
      'wait',
      'resize',
      'input',
      'act',
    ]);
    const { client, calls } = aServer();
    const [create, ...rest] = list;
    const { session } = (await client.send(create!.method, create!.params as never)) as { session: string };
    for (const { method, params } of rest) await client.send(method, { session, ...params } as never);
    expect(((await calls.session.snapshot({ session })) as ScriptOutput).plain_text).toBe(screen);
  });

  it('are read as a server would read them', async () => {
    const folder = freshHome();
    const header =
      '{"recording":"actions","version":1,"session":{"program":"sh","args":[],"rows":24,"cols":80}}\n';
    for (const [line, problem] of [
      ['{"time":1,"call":"input","actions":[{"type":"key","value":"entr"}]}', /a\.jsonl:2: /],
      ['{"time":1,"call":"wait","matcher":{"type":"never"},"timeout_ms":1}', /a\.jsonl:2: /],
      ['{"time":-1,"call":"resize","rows":1,"cols":1}', /a\.jsonl:2: /],
      ['{"time":1,"call":"resize","rows":100000,"cols":80}', /a\.jsonl:2: /],
      ['{', /a\.jsonl:2: not JSON/],
    ] as const) {
      writeFileSync(join(folder, 'a.jsonl'), `${header}${line}\n`);
      const { status, stderr } = await runCommand(['convert', 'a.jsonl', 'a.sh'], { cwd: folder });
      expect([status, stderr]).toEqual([1, expect.stringMatching(problem)]);
    }
  });
});
