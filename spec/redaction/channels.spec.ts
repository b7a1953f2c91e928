/**
 * The same secret through every output of a server. Each channel must carry the text around the secret, and no 16
 * characters of the secret itself.
 */
import { describe, expect, it } from 'vitest';
import { aServer, type Calls, obeying, tallied } from '../session/driven.ts';
import { leaked, privateKey, secretSamples } from './samples.ts';

interface Showing {
  readonly calls: Calls;
  readonly session: string;
  readonly secret: string;
}

const settled = (answered: Promise<unknown>) => answered.catch(({ message, data }) => ({ message, data }));
const nonblank = { type: 'screen_regex', value: 'token (\\S+) shown' } as const;

/** The screen shows `token <secret> shown`; so do the title, the folder, a link and the transcript. */
const channels: readonly [string, (showing: Showing) => Promise<unknown>][] = [
  ['snapshot, text', ({ calls, session }) => calls.session.snapshot({ session })],
  ['snapshot, runs', ({ calls, session }) => calls.session.snapshot({ session, cells: 'runs' })],
  [
    'snapshot, cells',
    async ({ calls, session }) => {
      const { cells } = (await calls.session.snapshot({ session, cells: 'full' })) as {
        cells: { char: string }[][];
      };
      return cells.map((row) => row.map(({ char }) => char).join(''));
    },
  ],
  [
    'snapshot, a region that begins inside it',
    async ({ calls, session }) => {
      const visible = [];
      for (const col of [0, 6, 8, 14, 20, 30]) {
        const region = { row: 0, col, rows: 24, cols: 200 };
        visible.push(await calls.session.snapshot({ session, region, cells: 'runs' }));
      }
      return visible;
    },
  ],
  ['transcript', ({ calls, session }) => calls.session.transcript({ session })],
  [
    'transcript without escapes',
    ({ calls, session }) => calls.session.transcript({ session, strip_escapes: true }),
  ],
  [
    'transcript, slice by slice',
    async ({ calls, session }) => {
      let text = '';
      for (let since = 0, next = -1; next !== since; ) {
        if (next >= 0) since = next;
        const part = await calls.session.transcript({ session, since, max_chars: 20 });
        text += part.text;
        next = part.next;
      }
      return text;
    },
  ],
  ['evidence of a wait', ({ calls, session }) => calls.session.wait({ session, matcher: nonblank })],
  [
    'evidence, its text',
    ({ calls, session }) => calls.session.wait({ session, matcher: nonblank, evidence: 'text' }),
  ],
  [
    'evidence of the transcript',
    ({ calls, session }) =>
      calls.session.wait({ session, matcher: { type: 'transcript_regex', value: 'token (\\S+) shown' } }),
  ],
  [
    'evidence of any and all',
    ({ calls, session }) =>
      calls.session.wait({
        session,
        matcher: { type: 'all', value: [nonblank, { type: 'any', value: [nonblank] }] },
      }),
  ],
  [
    'evidence that is a piece of it',
    async ({ calls, session, secret }) => {
      const value = `.{3}(${secret.slice(2, 18).replace(/\W/g, '.')})`;
      const { hit, ...rest } = await calls.session.wait({
        session,
        matcher: { type: 'screen_regex', value },
      });
      // The pattern is returned as it was requested. A client that knows a piece of the secret receives that piece.
      const { pattern, ...fields } = hit!;
      expect(pattern).toBe(value);
      return [fields, rest];
    },
  ],
  [
    'evidence of a title',
    ({ calls, session }) =>
      calls.session.wait({ session, matcher: { type: 'title', value: { contains: 'token' } } }),
  ],
  [
    'evidence of a directory',
    ({ calls, session }) =>
      calls.session.wait({ session, matcher: { type: 'cwd', value: { contains: '/' } } }),
  ],
  [
    'evidence of an event',
    ({ calls, session }) =>
      calls.session.wait({ session, matcher: { type: 'event', value: { kind: 'title', since: 0 } } }),
  ],
  [
    'a wait that timed out',
    ({ calls, session }) =>
      settled(
        calls.session.wait({ session, matcher: { type: 'contains_text', value: 'absent' }, timeout_ms: 1 }),
      ),
  ],
  ['info', ({ calls, session }) => calls.session.info({ session })],
  ['list', ({ calls }) => calls.session.list({ details: true })],
  [
    'scrollback',
    async ({ calls, session }) => {
      await calls.session.resize({ session, rows: 2, cols: 250 });
      const { lines } = await calls.session.scrollback({ session });
      const { plain_text } = (await calls.session.snapshot({ session })) as { plain_text: string };
      expect(plain_text).not.toContain('token');
      return lines;
    },
  ],
  [
    'a fault that names it',
    async ({ calls, secret }) =>
      Promise.all([
        settled(calls.session.create({ program: `token ${secret} shown` })),
        settled(calls.session.create({ program: 'sh', cwd: `/token ${secret} shown` })),
        settled(calls.session.snapshot({ session: `token ${secret}`.slice(0, 128) })),
        settled(calls.session.create({ program: 'true', raw_transcript_path: `/nowhere/token ${secret}` })),
        settled(
          calls.session.wait({
            session: 's1',
            matcher: { type: 'screen_regex', value: `token ${secret} (` },
          }),
        ),
        settled(
          calls.session.input({
            session: 's1',
            action: { type: 'key', value: `token+${secret}`.slice(0, 120) },
          }),
        ),
      ]),
  ],
];

async function showing(secret: string) {
  const server = aServer();
  const { session, show } = await obeying(server, { rows: 24, cols: 250 });
  const at = Math.floor(secret.length / 2);
  const cut = `${secret.slice(0, at)}\x1b[1m${secret.slice(at)}\x1b[m`;
  await show(
    `token ${cut} shown\n\x1b]8;;https://token.example/?x=1&a=${secret}\x07link\x1b]8;;\x07\n` +
      `\x1b]2;token ${secret} shown\x07\x1b]7;file://host/token/${encodeURIComponent(secret)}\x07`,
  );
  await show('\n\n\nbelow\n\n', { type: 'contains_text', value: 'below' });
  return { server, calls: server.calls, session, secret };
}

describe.each(['github_token', 'aws_key_id', 'slack_bot', 'sendgrid_key'])('%s', (kind) => {
  const secret = secretSamples
    .find((one) => one.kind === kind)!
    .make(11)
    .slice(0, 200);

  it.each(channels)('is not shown by: %s', async (_, channel) => {
    const received = JSON.stringify(await channel(await showing(secret)));
    expect(received).toContain('token');
    expect(leaked(secret, received)).toBeUndefined();
  });
});

describe('a request for raw text', () => {
  it('is given it, by every read that takes `redact`', async () => {
    const secret = secretSamples[1]!.make(3);
    const { calls, session } = await showing(secret);
    const raw = { session, redact: false };
    const reads = [
      calls.session.snapshot(raw),
      calls.session.snapshot({ ...raw, cells: 'runs' }),
      calls.session.transcript({ ...raw, strip_escapes: true }),
      calls.session.wait({ ...raw, matcher: nonblank }).then(({ snapshot }) => snapshot),
      calls.session.wait({ ...raw, matcher: nonblank }).then(({ transcript_tail }) => transcript_tail),
    ];
    for (const [at, read] of (await Promise.all(reads)).entries())
      expect([at, leaked(secret, JSON.stringify(read)) === undefined]).toEqual([at, false]);
  });

  it('with additional rules also hides their matches', async () => {
    const secret = secretSamples[1]!.make(3);
    const { calls, session } = await showing(secret);
    const redaction = {
      enabled: false,
      replacement: '***',
      extra_literals: ['below'],
      extra_regexes: ['sh[o]wn'],
    };
    const received = JSON.stringify([
      await calls.session.snapshot({ session, redaction }),
      await calls.session.transcript({ session, redaction }),
      await calls.session.wait({ session, redaction, matcher: { type: 'screen_regex', value: 'token.*' } }),
      await calls.session.wait({
        session,
        redaction,
        matcher: { type: 'transcript_regex', value: 'token.*' },
      }),
      await calls.session.wait({ session, redaction, matcher: { type: 'title', value: { contains: 'en' } } }),
      await settled(
        calls.session.wait({
          session,
          redaction,
          matcher: { type: 'contains_text', value: 'absent' },
          timeout_ms: 0,
        }),
      ),
    ]);
    expect(leaked(secret, received)).toBeUndefined();
    expect(received).toContain('token ***');
    expect(received).not.toMatch(/below|shown/);
  });
});

describe('a policy of a session', () => {
  it('adds to every channel, and can turn redaction off by default', async () => {
    const server = aServer();
    const policy = { enabled: true, extra_literals: ['my password'], replacement: '###' };
    const { session, show } = await obeying(server, { redaction: policy });
    await show('say my password now\n', { type: 'contains_text', value: 'now' });
    const received = JSON.stringify([
      await server.calls.session.wait({ session, matcher: { type: 'screen_regex', value: 'say (.*) now' } }),
      await server.calls.session.transcript({ session }),
    ]);
    expect(received).not.toContain('my password');
    expect(received).toContain('say ### now');

    const secret = secretSamples[1]!.make(3);
    const open = await obeying(server, { redaction: { enabled: false } });
    await open.show(`${secret}\n`, { type: 'changed' });
    await server.calls.session.wait({
      session: open.session,
      matcher: { type: 'contains_text', value: secret },
    });
    expect(JSON.stringify(await server.calls.session.snapshot({ session: open.session }))).toContain(secret);
  });
});

describe('session.output', () => {
  it('carries no secret, however the program cuts it, and all that is around it', async () => {
    const server = aServer();
    const received = tallied<{ session: string; output: string }>();
    server.client.on('session.output', (output) => received.add(output));
    const readMessages = (session: string) =>
      received.all
        .filter((one) => one.session === session)
        .map(({ output }) => output)
        .join('');
    for (const kind of ['github_token', 'jwt', 'anthropic_key']) {
      const secret = secretSamples.find((one) => one.kind === kind)!.make(8);
      const { session, show } = await obeying(server);
      await show('before\n');
      await server.calls.server.set_notifications({ enabled: true, sessions: [session] });
      const half = secret.length >> 1;
      for (const piece of [`<${secret.slice(0, half)}`, secret.slice(half), '> end\n']) await show(piece);
      await received.until(() => readMessages(session).includes('end'));
      expect(readMessages(session)).toBe('<[REDACTED]> end\r\n');
    }
  });

  it('releases a prompt after a pause, and holds back a key until it is complete', async () => {
    const server = aServer();
    const received = tallied<{ output: string }>();
    server.client.on('session.output', (output) => received.add(output));
    await server.calls.server.set_notifications({ enabled: true });
    const { session, show } = await obeying(server);
    const all = () => received.all.map(({ output }) => output).join('');
    await show('what is your name? ');
    await received.until(() => all().endsWith('what is your name? '));
    const key = privateKey(3).slice(0, 6);
    for (const line of key) await show(`${line}\n`);
    await show('no more key\n');
    await received.until(() => all().includes('no more key'));
    expect(all()).toContain('[REDACTED]');
    for (const line of key.slice(1)) expect(leaked(line, all())).toBeUndefined();
    await server.calls.session.kill({ session, force: true });
  });
});
