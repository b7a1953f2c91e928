import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCast } from '#recording/asciicast.ts';
import { refuseInFile } from '#recording/jsonLines.ts';
import { leaked, secretSamples } from '../redaction/samples.ts';
import { aServer, obeying, tallied } from '../session/driven.ts';

const folder = mkdtempSync(join(tmpdir(), 'recorded-'));

afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

const readText = (path: string) => readFileSync(path, 'utf8');

const events = (path: string) => [
  ...readCast(readText(path), { refuse: refuseInFile(path), torn: false }).events,
];

const outputOf = (path: string) =>
  events(path)
    .filter(({ code }) => code === 'o')
    .map(({ text }) => text)
    .join('');

const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(3);

describe('a recording', () => {
  it('of frames contains no part of a secret that is being printed', async () => {
    const { calls } = aServer();
    const { session, show } = await obeying({ calls });
    const format = 'jsonl-frames';
    const { recording } = await calls.recording.start({ session, format, interval_ms: 1 });
    await show(`token ${github.slice(0, 20)}`);
    await show(`${github.slice(20)} shown\n`);
    const { text = '' } = await calls.recording.stop({ recording });
    expect(leaked(github, text)).toBeUndefined();
    expect(text).toMatch(/token \[REDACTED\] +shown/);
  });

  it('ends readable at its size limit, with a warning', async () => {
    const { calls, client } = aServer({ log: () => {} });
    const warnings = tallied<{ warning: string }>();
    client.on('session.warning', (warning) => warnings.add(warning));
    await calls.server.set_notifications({ enabled: true });
    const { session, show } = await obeying({ calls });
    const path = at('bounded');
    await calls.recording.start({ session, path, max_bytes: 2000 });
    for (let line = 0; line < 40; line++) await show(`${line} ${'x'.repeat(60)}\n`);
    const [{ warning }] = (await warnings.until((all) => all.length > 0)) as [{ warning: string }];
    expect(warning).toBe('the recording r1 ended: full');
    const reply = await calls.recording.stop({ recording: 'r1' });
    expect(reply.ended).toBe('full');
    expect(statSync(path).size).toBeLessThanOrEqual(2000);
    expect(outputOf(path)).toContain('x'.repeat(60));
    await show('the program continues\n');
  });

  it('as frames contains full screens and changed rows', async () => {
    const { calls } = aServer();
    const { session, show } = await obeying({ calls }, { rows: 5, cols: 40 });
    const path = at('frames');
    const format = 'jsonl-frames';
    const { recording } = await calls.recording.start({ session, path, format, interval_ms: 1 });
    await show('one\n');
    await show('\x1b[Htwo\n');
    await calls.recording.mark({ recording, label: 'here' });
    await calls.recording.stop({ recording });
    const lines = readText(path)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { timestampMicros: number; direction: string; line: string });
    let rows: string[] = [];
    for (const { direction, line } of lines) {
      if (direction === 'frame') rows = line.split('\n');
      if (direction === 'frame-delta') for (const [row, text] of JSON.parse(line)) rows[row] = text;
    }
    expect(lines[0]!.direction).toBe('frame');
    expect(lines.at(-1)).toMatchObject({ direction: 'notification', line: '{"mark":"here"}' });
    expect(lines.some(({ direction }) => direction === 'frame-delta')).toBe(true);
    const { plain_text } = (await calls.session.snapshot({ session })) as { plain_text: string };
    expect(rows.join('\n').trimEnd()).toBe(plain_text);
  });
});
