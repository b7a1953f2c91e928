/** What `ptywright steps` saves: baselines, and evidence of failures without secrets. */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { freshHome } from '../ptywright.ts';
import { file, run, shell } from './running.ts';

describe('artifacts', () => {
  const home = (text: string, steps: string) =>
    file(shell(`printf '${text}'; exec cat`, `  - wait: END\n${steps}`), 'home.yaml');

  it('are baselines, kept by --update and compared afterwards', async () => {
    const dir = join(freshHome(), 'artifacts');
    const compare = '  - baseline: { name: home, mode: styled }\n';
    const first = await run(home('one END', compare), '--artifact-dir', dir);
    expect(first.stderr).toContain('the baseline does not exist; to save the screen');
    expect((await run(home('one END', compare), '--artifact-dir', dir, '--update')).status).toBe(0);
    expect((await run(home('one END', compare), '--artifact-dir', dir)).status).toBe(0);
    const { status, stderr } = await run(home('\\033[1mone\\033[0m END', compare), '--artifact-dir', dir);
    expect(status).toBe(1);
    expect(stderr).toContain('1 of 1 lines differ, the first is line 1\n  line 1\n  - one END\n  + \x1b[');
  });

  it('show the cause of a failure, without secrets', async () => {
    const dir = join(freshHome(), 'artifacts');
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const path = home(
      `token ${token}\\r\\nEND`,
      '  - screenshot: home.svg\n  - wait: absent\n    timeout_ms: 10\n',
    );
    const { status, stderr } = await run(path, '--artifact-dir', dir);
    expect(status).toBe(1);
    expect(stderr).toContain(`evidence saved in ${dir}/runs/home-yaml`);
    const folder = join(dir, 'runs', 'home-yaml');
    const names = readdirSync(folder).sort();
    expect(names).toEqual([
      'recording.cast',
      'report.json',
      'screen.ansi.txt',
      'screen.png',
      'screens.txt',
      'trace.html',
      'trace.json',
      'trace.md',
      'transcript.txt',
    ]);
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'latin1');
      expect(text.length, name).toBeGreaterThan(20);
      expect(text, name).not.toContain('a1B2c3D4');
    }
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ ok: false });
    expect(JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8'))).toMatchObject({
      title: 'home.yaml',
      ok: false,
      error: '"absent" was not seen on the screen within 10 ms',
      exit: 'running',
      calls: [
        { call: 'wait END', ok: true, after: 'token [REDACTED]\nEND' },
        { call: 'screenshot home.svg', ok: true },
        { call: 'wait absent', ok: false, found: '"absent" was not seen on the screen within 10 ms' },
      ],
      transcript: 'token [REDACTED]\nEND',
    });
    expect(readFileSync(join(folder, 'recording.cast'), 'utf8')).toMatch(/^\{"version":2,/);
    expect(readFileSync(join(dir, 'screenshots', 'home.svg'), 'utf8')).toContain('<svg');
  });

  it('contain no part of a secret that is being printed', async () => {
    const dir = join(freshHome(), 'artifacts');
    const half = `ghp_${'a1B2c3D4'.repeat(2)}`;
    const steps = '  - screenshot: home.svg\n  - wait: absent\n    timeout_ms: 10\n';
    await run(home(`END is ${half}`, steps), '--artifact-dir', dir);
    const folder = join(dir, 'runs', 'home-yaml');
    const kept = ['screens.txt', 'screen.ansi.txt', 'transcript.txt', 'report.json'];
    for (const path of [...kept.map((name) => join(folder, name)), join(dir, 'screenshots', 'home.svg')])
      expect(readFileSync(path, 'utf8').includes('a1B2c3D4'), path).toBe(false);
    expect(readFileSync(join(folder, 'screens.txt'), 'utf8')).toContain('END is [REDACTED]');
    // The arguments of the program contain it.
    const { calls, transcript } = JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8'));
    expect(JSON.stringify([calls, transcript])).not.toContain('a1B2c3D4');
    expect(transcript).toBe('END is ');
  });

  it('are of each run, also of two that have one title', async () => {
    const dir = join(freshHome(), 'artifacts');
    const failing = '  - wait: absent\n    timeout_ms: 10\n';
    await run(home('two END', failing), '--artifact-dir', dir, home('one END', failing));
    const transcript = (name: string) => readFileSync(join(dir, 'runs', name, 'transcript.txt'), 'utf8');
    expect([transcript('home-yaml'), transcript('home-yaml-2')]).toEqual(['one END', 'two END']);
  });

  it('contain the end of a long run, each up to its limit', async () => {
    const dir = join(freshHome(), 'artifacts');
    const folder = join(dir, 'runs', 'steps-yaml');
    mkdirSync(join(folder, 'screen.png'), { recursive: true });
    const flood = 'yes "line of the flood" | head -c 6000000; echo IT BROKE; exec cat';
    const path = file(
      shell(flood, '  - wait: IT BROKE\n    timeout_ms: 60000\n  - wait: absent\n    timeout_ms: 10\n'),
    );
    const { status, stderr } = await run(path, '--artifact-dir', dir);
    expect(status).toBe(1);
    expect(stderr).toMatch(/\ncannot save screen\.png: .*not_a_file.*\nevidence saved in /);
    const [before, last] = ['recording.before.cast', 'recording.cast'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    expect(last).toContain('IT BROKE');
    for (const cast of [before!, last!]) {
      expect(cast).toMatch(/^\{"version":2,/);
      expect(cast.length).toBeLessThan(limits.recordingTextBytes);
    }
  });

  it('that cannot be saved hide neither the failure nor its reason', async () => {
    const dir = realpathSync(freshHome());
    symlinkSync(freshHome(), join(dir, 'runs'));
    const failing = home('END', '  - gone: END\n    timeout_ms: 10\n');
    const { status, stderr } = await run(failing, '--artifact-dir', dir);
    expect(status).toBe(1);
    expect(stderr).toContain('step 2 (gone END)');
    expect(stderr).toContain(`cannot save the evidence: The folder ${dir}/runs is a symbolic link`);
    const json = await run(failing, '--json', '--artifact-dir', dir);
    expect(JSON.parse(json.stdout)).not.toHaveProperty('artifacts');
    expect(json.stderr).toContain('cannot save the evidence');
  });

  it('are not written unless requested', async () => {
    const dir = join(freshHome(), 'artifacts');
    await run(home('END', '  - gone: END\n    timeout_ms: 10\n'), '--artifact-dir', dir, '--keep', 'never');
    expect(existsSync(join(dir, 'runs'))).toBe(false);
  });
});
