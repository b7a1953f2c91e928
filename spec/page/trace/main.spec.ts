/** The page of a trace in a real browser: from its file, without a server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { type RunTrace, runTraceFiles } from '#testing/runTrace.ts';
import { chromium, Profile } from '../chromium.ts';
import { violations } from '../violations.ts';

const line = (...event: readonly unknown[]) => `${JSON.stringify(event)}\n`;
const call = (name: string, at_ms: number, before: string, after: string) => ({
  call: name,
  at_ms,
  elapsed_ms: 100,
  ok: true,
  where: 'login.test.ts:5',
  before,
  after,
});

const trace: RunTrace = {
  version: 1,
  title: 'login </script><img src=x onerror=alert(1)> $& works',
  file: 'login.test.ts',
  ok: false,
  error: 'expect(terminal).toShow("Wellcome") failed\nat login.test.ts:6\n┌───\n│ Welcome\n└───',
  started: '2026-01-02T03:04:05.000Z',
  duration_ms: 5432,
  program: 'sh -c login',
  exit: 'running',
  calls: [
    call('expect(terminal).toShow("login")', 0, '', 'login:'),
    call('type "ada\\n"', 1000, 'login:', 'login: ada'),
    {
      ...call('expect(terminal).toShow("Wellcome")', 3000, 'login: ada', 'login: ada\n\nWelcome'),
      where: 'login.test.ts:6',
      ok: false,
      source: "await expect(terminal).toShow('Wellcome');",
      expected: 'the screen to show "Wellcome"',
      found: 'the time limit was reached',
    },
    call('press enter', 4000, '', 'END'),
  ],
  recording: [
    `${JSON.stringify({ version: 2, width: 40, height: 8 })}\n`,
    line(0.05, 'o', 'login: '),
    line(1.05, 'o', 'ada'),
    line(3.05, 'o', '\r\n\r\n\x1b[1;32mWelcome\x1b[m'),
    line(4.05, 'o', '\x1b[2J\x1b[HEND'),
  ].join(''),
  transcript: 'login: ada\n\nWelcome',
};

it.skipIf(!chromium)(
  'shows the failed call, its screens and its place in the recording (needs chromium)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ptywright-trace-'));
    for (const [name, content] of runTraceFiles(trace)) writeFileSync(join(folder, name), content);
    const profile = await Profile.create();
    try {
      const url = String(pathToFileURL(join(folder, 'trace.html')));
      const page = await profile.open(url);
      await page.until("document.querySelector('.call[aria-current]')");
      expect(await page.text('h1')).toBe(trace.title);
      expect(await page.text('.pill')).toBe('Failed');
      expect(await page.text('.error')).toBe(
        'expect(terminal).toShow("Wellcome") failed\nat login.test.ts:6',
      );
      expect(await page.text('.call[aria-current] .words')).toBe('expect(terminal).toShow("Wellcome")');
      expect(await page.text('.details .expected')).toBe('the screen to show "Wellcome"');
      expect(await page.text('.details .found')).toBe('the time limit was reached');
      expect(await page.text('figure:last-of-type .changed:last-of-type')).toBe('Welcome\n');
      const rows =
        "[...document.querySelectorAll('.xterm-accessibility-tree [role=listitem]')].map((row) => row.textContent.trim()).join('|')";
      await page.rendered(`${rows}.includes('Welcome') && !${rows}.includes('END')`);
      await page.key('ArrowDown');
      await page.rendered(`${rows}.startsWith('END')`);
      await page.click('.tick:nth-of-type(2)');
      await page.rendered(`${rows}.startsWith('login: ada') && !${rows}.includes('Welcome')`);
      expect(await page.text('.call[aria-current] .words')).toBe('type "ada\\n"');
      expect(page.requests.filter((address) => address !== url)).toEqual([]);
      expect(page.complaints).toEqual([]);
      expect(await violations(page)).toEqual([]);
    } finally {
      await profile.close();
      rmSync(folder, { recursive: true });
    }
  },
);

it('is Markdown for agents, with the calls and the failed one', () => {
  const markdown = runTraceFiles(trace).find(([name]) => name === 'trace.md')![1];
  expect(markdown).toContain('3. **failed** `expect(terminal).toShow("Wellcome")` at 3000 ms');
  expect(markdown).toContain(
    '- expected: the screen to show "Wellcome"\n- found: the time limit was reached',
  );
  expect(markdown).toContain('Screen after:\n\n    login: ada\n    \n    Welcome\n');
});
