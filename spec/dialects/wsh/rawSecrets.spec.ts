/** A plain stream hides what the screen hides, however the program printed it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { RawView } from '#dialects/wsh/rawView.ts';
import { WshServerContext } from '#dialects/wsh/serverContext.ts';
import { createWshSession } from '#dialects/wsh/session.ts';
import type { Screen } from '#terminal/screen.ts';
import { Expectations } from '../../harness/expectations.ts';
import { inProcessServer } from '../../harness/server.ts';
import { withProgram } from '../../harness/withProgram.ts';
import { freshScreen, runsOn } from '../../viewers/screens.ts';

const folder = mkdtempSync(join(tmpdir(), 'raw-'));
afterAll(() => rmSync(folder, { recursive: true }));

class Looker extends Duplex {
  readonly screen: Screen = freshScreen({ rows: 24, cols: 80 });
  closeReason = () => '';
  received = '';
  writes = 0;
  readonly #expectations = new Expectations();

  until(is: () => boolean): Promise<void> {
    return this.#expectations.until(is);
  }

  sees(text: string): Promise<void> {
    return this.until(() => this.screen.text().includes(text));
  }

  override _read(): void {}

  override _write(bytes: Buffer, _: string, taken: () => void): void {
    this.screen.feed(bytes);
    this.received += String(bytes);
    this.writes += 1;
    this.#expectations.check();
    taken();
  }
}

function running(command: string) {
  const server = inProcessServer();
  onTestFinished(() => server.close());
  const context = new WshServerContext(server.world, { shipped: false, hostname: 'here' });
  const session = createWshSession(context, { name: 'dev', command, cwd: folder, env: { HOME: folder } });
  const look = () => {
    const looker = new Looker();
    new RawView(context, session, looker);
    return looker;
  };
  return { session, look };
}

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return name;
};

const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const jwt = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0'.repeat(3)}.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV`;

/** Parts of eight consecutive characters of the secret that were sent. */
const leaks = (output: string, secret: string) =>
  Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8)).filter((part) =>
    output.includes(part),
  );

/** The output without repaints. A repaint may come in the middle of a line, and the line continues after it. */
const withoutPaints = (output: string) =>
  output.replaceAll(/\x1b\[\?1049l\x1b\[!p[\s\S]*?\x1b\[\?45[hl]/g, '');

const vim = (name: string) => `printf 'before '; read -r x; exec vim -u NONE -N ${name}`;

describe('in vim', () => {
  withProgram('vim', 'a token on two rows, and one on three', async () => {
    const name = file('wrapped.txt', `${'x'.repeat(60)} ${token}\n${'y'.repeat(70)} ${jwt}\nthe end\n`);
    const { session, look } = running(vim(name));
    const live = look();
    await live.sees('before');
    session.write(Buffer.from('\r'));
    await live.sees('the end');
    expect(leaks(live.received, token)).toEqual([]);
    expect(leaks(live.received, jwt)).toEqual([]);
    const late = look();
    await late.sees('the end');
    expect(runsOn(live.screen)).toEqual(runsOn(late.screen));
    for (const one of [live, late]) {
      expect(leaks(one.received, token)).toEqual([]);
      expect(leaks(one.received, jwt)).toEqual([]);
    }
    session.write(Buffer.from('Gothen this\x1b'));
    for (const one of [live, late]) await one.sees('then this');
    expect(live.screen.text()).toBe(late.screen.text());
  });

  withProgram('vim', 'what is typed letter by letter, to who looks on; then the stream goes on', async () => {
    const { session, look } = running(vim(file('empty.txt', '')));
    session.write(Buffer.from('\r'));
    const live = look();
    await live.sees('empty.txt');
    session.write(Buffer.from(':set ruler showcmd\r'));
    session.write(Buffer.from('i'));
    await live.sees('INSERT');
    let typed = '';
    for (const letter of 'password=hunter2secret') {
      session.write(Buffer.from(letter));
      typed += letter;
      const { length } = typed;
      await live.until(() => live.screen.cursor.col === length);
    }
    expect(live.screen.text()).toContain('password=');
    expect(leaks(live.received.replaceAll(/\x1b\[[?\d;]*[A-Za-z]/g, ''), 'hunter2secret')).toEqual([]);
    expect(live.screen.text()).not.toContain('ter2');
    const late = look();
    await late.sees('password=');
    expect(runsOn(live.screen)).toEqual(runsOn(late.screen));
    session.write(Buffer.from('\x15plain'));
    await live.sees('plain');
    session.write(Buffer.from('\x1b:let &t_vb = "\\e]9;flash\\x07" | set vb\rj'));
    await live.until(() => live.received.includes('\x1b]9;flash\x07'));
  });
});

describe('in flowing text', () => {
  const secrets = Array.from(
    { length: 60 },
    (_, at) => `KEY_${at}=${token.slice(0, -2)}${10 + at} tail ${at}`,
  );

  withProgram(
    'cat',
    'stays as it comes, and ends with the picture that one sees who comes late',
    async () => {
      const name = file('env', `${secrets.join('\n')}\n`);
      const { look, session } = running(`printf ready; read -r x; cat ${name}; printf done; exec cat`);
      const live = look();
      await live.sees('ready');
      session.write(Buffer.from('\r'));
      await live.sees('done');
      await live.until(() => live.received.split('\x1b[2J').length > 2);
      const lines = secrets.map((_, at) => `KEY_${at}=[REDACTED] tail ${at}\r\n`);
      expect(withoutPaints(live.received)).toContain(`${lines.join('')}done`);
      expect(leaks(live.received, token)).toEqual([]);
      const late = look();
      await late.sees('done');
      // The last repaint may still be pending.
      await live.until(() => isDeepStrictEqual(runsOn(live.screen), runsOn(late.screen)));
      expect(live.screen.cursor).toEqual(late.screen.cursor);
    },
  );

  withProgram('cat', 'is painted anew behind many pieces, not behind each', async () => {
    const name = file('many', secrets.join('\n').repeat(100));
    const { look, session } = running(`printf ready; read -r x; cat ${name}; printf done; exec cat`);
    const live = look();
    await live.sees('ready');
    const before = live.writes;
    session.write(Buffer.from('\r'));
    await live.until(() => live.received.slice(-9999).includes('done'));
    const paints = live.received.split('\x1b[2J').length - 1;
    expect(paints).toBeGreaterThan(1);
    expect(paints).toBeLessThan((live.writes - before) / 3);
    expect(leaks(live.received, token)).toEqual([]);
  });

  withProgram('cat', 'in a frame that goes over two rows', async () => {
    const row = (text: string) => `│ ${text.padEnd(20)} │`;
    const name = file('box', [token.slice(0, 20), token.slice(20)].map(row).join('\n'));
    const { look, session } = running(`printf ready; read -r x; cat ${name}; printf done; exec cat`);
    const live = look();
    await live.sees('ready');
    session.write(Buffer.from('\r'));
    await live.sees('done');
    expect(leaks(live.received, token)).toEqual([]);
  });
});
