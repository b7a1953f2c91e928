/** Enforced redaction: no client receives raw text, and waits match what a reader sees. */
import { describe, expect, it } from 'vitest';
import { aServer, faultOf, type MatcherSent, obeying } from '../session/driven.ts';
import { leaked, secretSamples } from './samples.ts';

const secret = secretSamples[1]!.make(21);
const text = (value: string): MatcherSent => ({ type: 'contains_text', value });

const note = (text: object): MatcherSent => ({
  type: 'event',
  value: { kind: 'notification', since: 0, facts: { text: text as never } },
});

async function enforced() {
  const server = aServer({ redactionEnforced: true });
  const { session, show } = await obeying(server);
  const outputs = [
    `7;file:///of/${secret}/x`,
    `9;note ${secret} end`,
    `133;C;cmdline=login ${secret} now`,
    '133;D;0',
  ];
  const strings = [...outputs, `2;title ${secret}`].map((one) => `\x1b]${one}\x07`).join('');
  await show(`${strings}token ${secret} shown`, text('shown'));
  return { ...server, session, show };
}

describe('enforced redaction', () => {
  it('is listed in the capabilities', async () => {
    const { calls } = aServer({ redactionEnforced: true });
    expect(await calls.server.capabilities()).toMatchObject({ redaction: 'enforced' });
  });

  it('refuses every way to raw text', async () => {
    const { calls, session } = await enforced();
    const refused: [Promise<unknown>, string, string][] = [
      [calls.session.snapshot({ session, redact: false }), 'session.snapshot', 'raw.read'],
      [calls.session.transcript({ session, redact: false }), 'session.transcript', 'raw.read'],
      [calls.session.scrollback({ session, redact: false }), 'session.scrollback', 'raw.read'],
      [calls.session.wait({ session, redact: false, matcher: text('x') }), 'session.wait', 'raw.read'],
      [
        calls.session.act({
          session,
          redact: false,
          actions: [{ type: 'text', value: 'x' }],
          matcher: text('x'),
        }),
        'session.act',
        'raw.read',
      ],
      [
        calls.session.create({ program: 'true', redaction: { enabled: false } }),
        'session.create',
        'raw.read',
      ],
      [
        calls.session.create({ program: 'true', raw_transcript_path: '/tmp/never' }),
        'session.create',
        'raw.write',
      ],
      [calls.recording.start({ session, path: '/tmp/never', redact: false }), 'recording.start', 'raw.write'],
    ];
    for (const [requested, method, required_permission] of refused)
      expect(await faultOf(requested, 'PermissionDenied')).toEqual({
        method,
        required_permission,
        reason: 'redaction_enforced',
      });
    expect((await calls.session.list({})).sessions).toEqual([session]);
  });

  it('prevents waits from finding a secret or a part of one', async () => {
    const { calls, session } = await enforced();
    const never: MatcherSent[] = [
      text(secret),
      text(secret.slice(0, 4)),
      text(secret.slice(-3)),
      { type: 'screen_regex', value: secret.slice(5, 12) },
      { type: 'screen_regex', value: 'gh[pousr]_' },
      { ...text(secret.slice(8, 12)), region: { row: 0, col: 10, rows: 1, cols: 20 } } as MatcherSent,
      { ...text(secret.slice(8, 12)), rows: { from: 0 } } as MatcherSent,
      { type: 'transcript_contains', value: secret.slice(2, 9) },
      { type: 'transcript_regex', value: `token ${secret.slice(0, 3)}` },
      { type: 'title', value: { contains: secret.slice(0, 6) } },
      { type: 'title', value: { equals: `title ${secret}` } },
      { type: 'cwd', value: { contains: secret.slice(0, 6) } },
      note({ contains: secret.slice(4, 9) }),
      note({ regex: `note ${secret.slice(0, 3)}` }),
      { type: 'command_finished', value: { since: 0, command: { contains: secret.slice(0, 6) } } },
    ];
    for (const matcher of never)
      await faultOf(calls.session.wait({ session, matcher, timeout_ms: 0 }), 'Timeout');
    const found: [MatcherSent, object][] = [
      [text('token [REDACTED]'), { text: 'token [REDACTED]', row: 0, col: 0 }],
      [{ type: 'screen_regex', value: 'token (\\S+)' }, { capture: '[REDACTED]' }],
      [
        { type: 'screen_regex', value: 'sh(own)' },
        { text: 'shown', capture: 'own', row: 0 },
      ],
      [{ type: 'transcript_regex', value: 'token (\\S+) shown' }, { capture: '[REDACTED]' }],
      [{ type: 'title', value: { regex: 'title (.*)' } }, { text: 'title [REDACTED]' }],
      [{ ...text('shown'), rows: { from: 0 } } as MatcherSent, { text: 'shown' }],
      [{ type: 'cwd', value: { regex: '^/of/.*/x$' } }, { text: '/of/[REDACTED]/x' }],
      [note({ equals: 'note [REDACTED] end' }), { facts: { text: 'note [REDACTED] end' } }],
      [
        { type: 'command_finished', value: { since: 0, command: { contains: 'login' } } },
        { command: 'login [REDACTED] now' },
      ],
    ];
    for (const [matcher, hit] of found) {
      const reply = await calls.session.wait({ session, matcher, timeout_ms: 0 });
      expect(reply.hit).toMatchObject(hit);
      expect(leaked(secret, JSON.stringify(reply))).toBeUndefined();
    }
  });

  it('lets an act read redacted output from after its input', async () => {
    const { calls, session, show } = await enforced();
    const reply = await show(`\r\nagain ${secret} here`, {
      type: 'screen_regex',
      value: 'again (\\S+) +here',
    });
    expect(reply.hit).toMatchObject({ capture: '[REDACTED]', row: 1, col: 0 });
    const old = calls.session.act({
      session,
      actions: [{ type: 'text', value: '\n' }],
      matcher: text('token'),
      timeout_ms: 50,
    });
    await faultOf(old, 'Timeout');
    const transcript = await show(`\r\nthird ${secret} here`, {
      type: 'transcript_regex',
      value: '(?s)again.*|third (\\S+) here',
    });
    expect(transcript.hit).toMatchObject({ text: 'third [REDACTED] here' });
  });

  it('still takes further rules for a read', async () => {
    const { calls, session } = await enforced();
    const redaction = { enabled: false, extra_literals: ['shown'] };
    expect(await calls.session.snapshot({ session, redaction })).toMatchObject({
      plain_text: expect.not.stringMatching('shown'),
    });
  });
});
