/** A secret that an editor wraps over several rows is also hidden in output that is sent as text. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { WshServerContext } from '#dialects/wsh/serverContext.ts';
import { createWshSession } from '#dialects/wsh/session.ts';
import { CastEncoder } from '#recording/castEncoder.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import { inProcessServer } from '../../harness/server.ts';
import { withProgram } from '../../harness/withProgram.ts';

const redaction = createRedaction(defaultPolicy);
const folder = mkdtempSync(join(tmpdir(), 'wrapped-'));
afterAll(() => rmSync(folder, { recursive: true }));

const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const jwt = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0'.repeat(3)}.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV`;
const password = 'password=hunter2secretABCDEFGH';

const leaks = (output: string, secret: string) =>
  Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8)).filter((part) =>
    output.includes(part),
  );

withProgram('vim', 'in a transcript, in what followers are told, and in a cast', async () => {
  writeFileSync(
    join(folder, 'a.txt'),
    [
      `${'x'.repeat(60)} ${token}`,
      `${'y'.repeat(70)} ${jwt}`,
      `${'z'.repeat(60)} ${password}`,
      'the end',
    ].join('\n'),
  );
  const server = inProcessServer();
  onTestFinished(() => server.close());
  const context = new WshServerContext(server.world, { shipped: false, hostname: 'here' });
  const command = 'exec vim -u NONE -N a.txt';
  const session = createWshSession(context, { name: 'dev', command, cwd: folder, env: { HOME: folder } });
  let cast = '';
  const encoder = new CastEncoder({
    version: 2,
    size: session.screen.size,
    redaction,
    clock: session.clock,
    timestamp: 0,
    input: false,
    write: (line) => {
      cast += line;
    },
  });
  session.observers.add({
    handleEvent: (event) => encoder.handleEvent(event),
    done: () => Promise.resolve(),
  });
  const subscriber = session.outputSubscribers.subscribe();
  session.write(Buffer.from(':1\r:q!\r'));
  await session.exited;
  encoder.end();
  const written = session.transcript.tail(1e6);
  expect(written).toMatch(/ghp_0\w*\x1b\[2;1H/);
  const outputs = [session.transcript.read(redaction, 0).text, subscriber.read().text, cast];
  for (const text of outputs) {
    expect(text).toContain('the end');
    for (const secret of [token, jwt, password.slice(9)]) expect(leaks(text, secret)).toEqual([]);
  }
});

describe('a full row that continues in the next', () => {
  const streamed = (text: string, size: number) => {
    const stream = createRedactionStream(redaction, undefined, () => 20);
    let received = '';
    for (let at = 0; at < text.length; at += size) received += stream.push(text.slice(at, at + size));
    return received + stream.end();
  };

  const parts = token.match(/.{1,20}/g)!;
  it.each([
    ['by a placement', parts.join('\x1b[5;1H')],
    ['by one without a column, and colours', parts.join('\x1b[m\x1b[5H\x1b[1m')],
    ['after the last letter was printed twice', parts.map((part) => part + part.at(-1)).join('\x1b[5;1H')],
  ])('%s', (_, text) => {
    for (const size of [1, 3, 7, 10, 1000]) {
      const received = streamed(`\x1b[4;1H${text}\r\nend`, size);
      expect([size, leaks(received, token)]).toEqual([size, []]);
      expect(received).toMatch(/\r\nend$/);
    }
    expect(redaction.spans(`\x1b[4;1H${text}`, 20)).toHaveLength(1);
  });

  it.each([
    ['a row that is not full', `\x1b[4;1H${parts[0]!.slice(0, -1)}\x1b[5;1H${parts[1]}`],
    ['another column', `\x1b[4;1H${parts[0]}\x1b[5;2H${parts[1]}`],
    ['a row that began elsewhere', `\x1b[4;1H${parts[0]}\x1b[A\x1b[5;1H${parts[1]}`],
  ])('is not joined with %s: each part is hidden separately', (_, text) => {
    const hidden = redaction.spans(text, 20).map(({ start, end }) => text.slice(start, end));
    expect(hidden).toHaveLength(2);
    for (const part of hidden) expect(part).not.toContain('\x1b');
    const visible = hidden.reduce((left, part) => left.replace(part, '[REDACTED]'), text);
    for (const size of [1, 1000]) expect(streamed(text, size)).toBe(visible);
  });

  it('hides a secret also if it is one only in separate rows', () => {
    const text = `\x1b[1;1H${'x'.repeat(20)}\x1b[2;1HAKIAQWERTYUIOPASDFGH \x1b[3;1H`;
    for (const size of [1, 4, 1000]) expect(streamed(text, size)).not.toContain('WERTYU');
    expect(redaction.spans(text, 20)).toHaveLength(1);
  });

  it('costs little more than other output', () => {
    const screen = Array.from(
      { length: 24 },
      (_, row) => `\x1b[${row + 1};1H${'a word'.padEnd(80, '.')}`,
    ).join('');
    const cost = (cols: number) => {
      const stream = createRedactionStream(redaction, undefined, () => cols);
      const from = process.cpuUsage();
      for (let at = 0; at < 300; at++) stream.push(screen);
      const { user, system } = process.cpuUsage(from);
      return user + system;
    };
    cost(80);
    expect(cost(80)).toBeLessThan(20 * cost(0));
  });
});
