/** A transcript without escapes reads as a terminal would have left it. */
import { expect, it } from 'vitest';
import { secretSamples } from '../../../redaction/samples.ts';
import { aServer, obeying } from '../../../session/driven.ts';

it('of bash with bracketed paste has no line that was not printed', async () => {
  const { calls } = aServer();
  const { session } = await calls.session.create({
    program: 'bash',
    args: ['--norc', '--noprofile', '-i'],
    env: { PS1: '$ ', TERM: 'xterm-256color', INPUTRC: '/dev/null' },
  });
  const screen = (value: string) => ({ type: 'screen_regex', value }) as const;
  await calls.session.wait({ session, matcher: screen('^\\$') });
  const { next: before } = await calls.session.transcript({ session });
  const on = { type: 'text', value: "bind 'set enable-bracketed-paste on'\n" } as const;
  await calls.session.act({ session, actions: [on], matcher: screen("(?m)paste on'\\n\\$") });
  const { next: since } = await calls.session.transcript({ session });
  expect(since).toBeGreaterThan(before);
  const value = "echo one; printf '\\r10%%\\r20%%\\n'; echo twx\b\bo\n".replace('\b\b', '\x7f');
  const typed = { type: 'text', value } as const;
  await calls.session.act({ session, actions: [typed], matcher: screen('(?m)^two\\n\\$') });
  const { text: raw } = await calls.session.transcript({ session, since });
  expect(raw).toContain('\x1b[?2004l\r');
  const { text } = await calls.session.transcript({ session, since, strip_escapes: true });
  expect(text.split('\n').slice(1)).toEqual(['one', '20%', 'two', '$ ']);
});

it('contains no secret that was overwritten in parts', async () => {
  const server = aServer();
  const { session, show } = await obeying(server);
  const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(4);
  const { next: since } = await server.calls.session.transcript({ session });
  await show(`${'.'.repeat(15)}${secret.slice(15)}\r${secret.slice(0, 15)}\n`);
  const { text } = await server.calls.session.transcript({ session, since, strip_escapes: true });
  expect(text).toBe('[REDACTED]\n');
});

it('contains no rest of an escape sequence that was split by a read or a limit', async () => {
  const { calls } = aServer();
  const begins =
    "stty raw -echo; printf 'one \\033[3'; read -r _; printf '1mRED\\033]0;a ti'; read -r _; printf 'tle\\007 two'";
  const { session } = await calls.session.create({ program: '/bin/sh', args: ['-c', `${begins}; exec cat`] });
  const plain = (since: number, max_chars?: number) =>
    calls.session.transcript({ session, since, strip_escapes: true, ...(max_chars && { max_chars }) });
  const go = (seen: string) =>
    calls.session.act({
      session,
      actions: [{ type: 'text', value: '\n' }],
      matcher: { type: 'contains_text', value: seen },
    });
  await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'one' } });
  const first = await plain(0);
  expect(first).toMatchObject({ text: 'one ', next: 4 });
  await go('RED');
  const second = await plain(first.next);
  expect(second.text).toBe('RED');
  expect((await plain(second.next)).next).toBe(second.next);
  await go('two');
  expect((await plain(second.next)).text).toBe(' two');
  // A read may also start in the middle of a sequence.
  expect((await plain(first.next + 2)).text).toBe('RED two');
  let all = '';
  for (let since = 0, rounds = 0; rounds < 40; rounds++) {
    const { text, next } = await plain(since, 2);
    all += text;
    since = next;
  }
  expect(all).toBe('one RED two');
});
