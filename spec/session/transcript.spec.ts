import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy, noRedaction } from '#redaction/policy.ts';
import { readTranscript, Transcript } from '#session/transcript.ts';
import { leaked, privateKey, randomOf, secretSamples } from '../redaction/samples.ts';
import { mainThreadMs } from '../server/mainThreadMs.ts';
import { aServer, faultOf, obeying } from './driven.ts';

const redaction = createRedaction(defaultPolicy);
const bytes = (text: string) => new TextEncoder().encode(text);

function written(maxChars: number, ...texts: string[]): Transcript {
  const transcript = new Transcript(maxChars);
  for (const text of texts) transcript.append(bytes(text));
  return transcript;
}

describe('the kept text', () => {
  it('is the last characters; cursors count from the beginning', () => {
    const transcript = new Transcript(100);
    let all = '';
    const random = randomOf(7);
    for (let line = 0; line < 3000; line++) {
      const text = `${line}${'.'.repeat(random(40))}\n`;
      all += text;
      transcript.append(bytes(text));
    }
    expect([transcript.cursor, transcript.head]).toEqual([all.length, all.length - 100]);
    expect(transcript.read(noRedaction, 0)).toEqual({
      text: all.slice(-100),
      from: all.length - 100,
      to: all.length,
      dropped: true,
    });
    expect(transcript.tail(7)).toBe(all.slice(-7));
    expect(transcript.tail(1000)).toBe(all.slice(-100));
    for (let round = 0; round < 200; round++) {
      const from = all.length - random(100);
      const to = from + random(100);
      expect(transcript.read(noRedaction, from, to).text).toBe(all.slice(from, to));
    }
  });

  it('is letter by letter as cheap as in one piece', () => {
    const transcript = new Transcript(limits.defaultTranscriptChars);
    const letter = bytes('x');
    for (let count = 0; count < 1_000_000; count++) transcript.append(letter);
    expect(transcript.read(noRedaction, 0).text).toBe('x'.repeat(limits.defaultTranscriptChars));
  });

  it('is characters, however the bytes are cut', () => {
    const text = 'añ終😀\u{1f468}\u200d\u{1f469} end';
    const whole = bytes(text);
    for (let cut = 0; cut <= whole.length; cut++) {
      const transcript = new Transcript(100);
      transcript.append(whole.subarray(0, cut));
      transcript.append(whole.subarray(cut));
      expect(transcript.read(noRedaction, 0).text).toBe(text);
    }
    const broken = new Transcript(100);
    broken.append(whole.subarray(0, 2));
    expect([broken.cursor, broken.end()]).toEqual([1, '\ufffd']);
  });

  it('keeps invalid bytes as a Buffer decodes them, at any cut', () => {
    const random = randomOf(11);
    const pieces = [
      ...['plain words ', 'é', '終', '😀', '\ufeff', '\ufffd'].map((text) => [...bytes(text)]),
      ...[[0x80], [0xff], [0xc2], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xf4, 0x90]],
    ];
    for (let round = 0; round < 500; round++) {
      const all = Buffer.from(Array.from({ length: 12 }, () => pieces[random(pieces.length)]!).flat());
      const transcript = new Transcript(1000);
      let text = '';
      for (let at = 0; at < all.length; ) {
        const end = at + 1 + random(9);
        text += transcript.append(all.subarray(at, end));
        at = end;
      }
      text += transcript.end();
      expect(text).toBe(all.toString());
      expect(transcript.read(noRedaction, 0).text).toBe(text);
    }
  });

  it('never begins or ends inside a character', async () => {
    const transcript = written(5, 'ab😀😀😀');
    expect(transcript.read(noRedaction, 0)).toEqual({ text: '😀😀', from: 4, to: 8, dropped: true });
    const all = written(100, 'ab😀😀😀');
    const pages: string[] = [];
    for (let since = 0; since < all.cursor; ) {
      const page = await readTranscript(all, noRedaction, { since, maxChars: 1, stripEscapes: false });
      pages.push(page.text);
      since = page.next;
    }
    expect(pages).toEqual(['a', 'b', '😀', '😀', '😀']);
  });
});

describe('secrets', () => {
  const token = secretSamples[1]!.make(3);

  it('are hidden where the kept part begins and ends in one', () => {
    const whole = `before ${token} after`;
    for (let max = 1; max <= whole.length; max++) {
      const { text } = written(max, whole).read(redaction, 0);
      expect(leaked(token, text)).toBeUndefined();
      if (max > ' after'.length) expect(text).toMatch(/\[REDACTED\] after$/);
    }
    const filler = 'y'.repeat(5000);
    const long = written(filler.length + 25, `${filler}.${filler} ${token.slice(0, 5)}`);
    long.append(bytes(`${token.slice(5)} ${filler}`));
    expect(long.read(redaction, 0).text).toBe(`[REDACTED] ${filler}`);
    for (let end = 1; end < whole.length; end++) {
      const { text } = written(1000, whole).read(redaction, 0, end);
      expect(leaked(token, text)).toBeUndefined();
      if (end > 'before '.length) expect(text).toMatch(/^before \[REDACTED\]/);
    }
  });

  it('of every kind leave no stretch in any slice, also colored, wrapped by escapes and far from a line end', () => {
    const random = randomOf(99);
    for (const { kind, make } of secretSamples) {
      const secret = make(5);
      const colored = secret.replace(/.{7}/g, '$&\x1b[1m');
      const filler = `${'y'.repeat(random(9000))} `;
      for (const visible of [secret, colored]) {
        const transcript = written(20_000, `one\r\n${filler}`, `${visible} tail`, ' x'.repeat(random(3000)));
        for (let round = 0; round < 25; round++) {
          const from = random(transcript.cursor);
          const { text } = transcript.read(redaction, from, from + random(12_000));
          expect([kind, leaked(secret, text.replaceAll('\x1b[1m', ''))]).toEqual([kind, undefined]);
        }
      }
    }
  });

  it('are hidden in a long token that began far before', () => {
    const jwt = `ey${'J'}${'a'.repeat(30)}.ey${'J'}${'b'.repeat(9000)}.${'c'.repeat(43)}`;
    const transcript = written(20_000, `id ${jwt} end`);
    for (const from of [10, 4000, 5000, 8000, 9070])
      expect(transcript.read(redaction, from).text).toBe('[REDACTED] end');
    for (const to of [100, 3000, 8000]) expect(transcript.read(redaction, 0, to).text).toBe('id [REDACTED]');
  });

  it('are hidden in a key of which only lines are read, finished or not', () => {
    const key = privateKey(4);
    for (const lines of [key, key.slice(0, -1)]) {
      const transcript = written(100_000, 'cat key\r\n', ...lines.map((line) => `${line}\r\n`));
      const random = randomOf(5);
      for (let round = 0; round < 200; round++) {
        const from = random(transcript.cursor);
        const { text } = transcript.read(redaction, from, from + random(400));
        for (const line of key.slice(1, -1)) expect(leaked(line, text)).toBeUndefined();
      }
    }
    const short = written(30, ...key.slice(0, -1).map((line) => `${line}\r\n`));
    expect(short.read(redaction, 0).text).not.toMatch(/[A-Za-z0-9+/]{16}/);
  });

  it('cost time for the text that is read, not for all kept text', () => {
    const transcript = written(limits.maxTranscriptChars, 'a line of text, nothing else\r\n'.repeat(300_000));
    const began = mainThreadMs(process.pid);
    for (let since = 0; since < 100_000; since += 1000) transcript.read(redaction, since, since + 1000);
    expect(mainThreadMs(process.pid) - began).toBeLessThan(3000);
  });
});

describe('through the wire', () => {
  it('is read by cursor, by length, from its end, and with escapes left out', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    const { next: since } = await server.calls.session.transcript({ session });
    await show('\x1b[31mred\x1b[m\nplain\n');
    const read = (how: object) => server.calls.session.transcript({ session, ...how });
    const all = '\x1b[31mred\x1b[m\r\nplain\r\n';
    expect(await read({ since })).toEqual({
      text: all,
      start: since,
      next: since + all.length,
      dropped: false,
      markers: {},
    });
    expect(await read({ since, strip_escapes: true })).toMatchObject({ text: 'red\nplain\n' });
    expect(await read({ since, max_chars: 8 })).toMatchObject({ text: '\x1b[31mred', next: since + 8 });
    expect(await read({ max_chars: 7 })).toMatchObject({ text: 'plain\r\n', start: since + all.length - 7 });
    const end = since + all.length;
    expect(await read({ since: end })).toMatchObject({ text: '', start: end, next: end, dropped: false });
    expect(await read({ since: end + 1000 })).toMatchObject({ text: '', start: end, next: end });
  });

  it('serves others while a long one is read', async () => {
    const server = aServer();
    const other = await obeying(server);
    const lines = 100_000;
    const script = `yes "$(printf '\\033[1;32mwords\\033[m of a log')" | head -n ${lines}; printf 'rea''dy'; exec cat`;
    const { session } = await server.calls.session.create({
      ...{ program: 'sh', args: ['-c', script] },
      transcript_max_chars: limits.maxTranscriptChars,
    });
    await server.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    let read = false;
    const reading = server.calls.session.transcript({ session, strip_escapes: true }).then(({ text }) => {
      read = true;
      expect(text.split('\n').at(-2)).toBe('words of a log');
    });
    let answered = 0;
    for (; !read; answered++) await server.calls.session.snapshot({ session: other.session });
    await reading;
    expect(answered).toBeGreaterThan(limits.replyChars / limits.textSliceChars / 4);
  });

  it('reports the part that is no longer kept', async () => {
    const server = aServer();
    const { session, show } = await obeying(server, { transcript_max_chars: 10 });
    await show('0123456789abcdef', { type: 'contains_text', value: 'def' });
    const { next } = await server.calls.session.transcript({ session });
    expect(await server.calls.session.transcript({ session, since: 0 })).toEqual({
      text: '6789abcdef',
      start: next - 10,
      next,
      dropped: true,
      markers: {},
    });
    expect(await server.calls.session.transcript({ session })).toMatchObject({ dropped: false });
    expect(await server.calls.session.transcript({ session, since: next - 10 })).toMatchObject({
      dropped: false,
    });
  });

  it('is cut by markers, which move when they are set again', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    const mark = (label: string) =>
      server.calls.session.input({ session, action: { type: 'mark_transcript', value: { label } } });
    const slice = (how: object) => server.calls.session.transcript({ session, ...how });
    await mark('one');
    await show('first ');
    await mark('two');
    await show('second ');
    expect(await slice({ from: 'one', to: 'two' })).toMatchObject({ text: 'first ' });
    expect(await slice({ from: 'two' })).toMatchObject({ text: 'second ' });
    expect(await faultOf(slice({ from: 'two', to: 'one' }), 'Invalid')).toMatchObject({ path: 'from' });
    expect(await faultOf(slice({ from: 'two', since: 0 }), 'Invalid')).toMatchObject({ path: 'from' });
    expect(await slice({ to: 'two', max_chars: 3 })).toMatchObject({ text: 'st ' });
    expect(await slice({ from: 'one', max_chars: 3 })).toMatchObject({ text: 'fir' });
    await mark('one');
    await show('third');
    expect(await slice({ from: 'one' })).toMatchObject({ text: 'third' });
    expect(await faultOf(slice({ to: 'three' }), 'Invalid')).toMatchObject({ path: 'to', got: 'three' });
    for (let at = 2; at < limits.markers; at++) await mark(`m${at}`);
    expect(await faultOf(mark('one more'), 'Busy')).toMatchObject({ limit: 'markers', max: limits.markers });
    await mark('one');
  });
});
