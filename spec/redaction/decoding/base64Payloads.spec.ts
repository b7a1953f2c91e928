/** Base64 payloads of sequences: a secret inside is hidden, and the rest arrives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { composeRedactions, createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import { Transcript } from '#session/transcript.ts';
import { seedOr, times } from '../../soak/scale.ts';
import { leaked, pieces, privateKey, secretSamples } from '../samples.ts';

const redaction = createRedaction(defaultPolicy);
const R = defaultPolicy.replacement;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const clip = (text: string, end = '\x07') => `\x1b]52;c;${base64(text)}${end}`;
const around = (sequence: string) => `before ${sequence}behind\r\n`;

function streamed(chunks: readonly string[], pauses = false): string {
  const stream = createRedactionStream(redaction);
  const push = (chunk: string) => stream.push(chunk) + (pauses ? stream.pause() : '');
  return chunks.map(push).join('') + stream.end();
}

/** The text, followed by its decoded payloads. */
function readOutput(text: string): string {
  const carried = [...text.matchAll(/(?:52;c;|=)([A-Za-z0-9+/=]*)/g)].map(([, payload]) => payload!);
  return text + carried.map((payload) => Buffer.from(payload, 'base64').toString()).join('\n');
}

const github = secretSamples.find(({ kind }) => kind === 'github_token')!.make(1);

describe('the clipboard content that a program sends', () => {
  it.each(secretSamples)('reveals no secret, at any cut: $kind', ({ make }) => {
    for (let seed = 0; seed < 5; seed += 1) {
      const secret = make(seed);
      const hidden = around(clip(redaction.text(`the key is ${secret} ok`)));
      const text = around(clip(`the key is ${secret} ok`));
      expect(redaction.text(text)).toBe(hidden);
      for (const chunks of [[text], [...text], pieces(text, seed)])
        for (const pauses of [false, true]) expect(streamed(chunks, pauses)).toBe(hidden);
    }
  });

  it.each(['\x07', '\x1b\\', '\x9c'])('is unchanged without a secret, ended by %j', (end) => {
    const text = around(clip('only words\n', end));
    expect(redaction.text(text)).toBe(text);
    expect(streamed([...text])).toBe(text);
  });

  it.each(['?', 'not base64: §', '', '===='])('is unchanged if it is invalid: %j', (payload) => {
    const text = around(`\x1b]52;c;${payload}\x07`);
    expect(redaction.text(text)).toBe(text);
    expect(streamed([text])).toBe(text);
  });

  it('hides a key over many lines, and the content of base64 lines', () => {
    const key = privateKey(1).join('\n');
    expect(redaction.text(clip(key))).toBe(clip(R));
    const lines = base64(`${github} ok`).replace(/.{20}/g, '$&\n');
    expect(redaction.text(`\x1b]52;c;${lines}\x07`)).toBe(clip(`${R} ok`));
  });

  it('hides a secret inside a nested payload', () => {
    const inner = around(clip(github));
    expect(redaction.text(clip(inner))).toBe(clip(around(clip(R))));
  });

  it('hides a payload above the limit completely, and bounds the held text', () => {
    const long = 'word '.repeat(limits.clipboardChars) + github;
    const text = around(clip(long));
    expect(redaction.text(text)).toBe(around(clip(R)));
    for (const size of [700, 4096, limits.clipboardChars * 2]) {
      const stream = createRedactionStream(redaction);
      let out = '';
      for (let at = 0; at < text.length; at += size) {
        out += stream.push(text.slice(at, at + size));
        expect(stream.held).toBeLessThanOrEqual(1.25 * limits.clipboardChars + size);
      }
      expect(out + stream.end()).toBe(around(clip(R)));
    }
  });

  it('reveals only its header if it is incomplete', () => {
    const text = `\x1b]52;c;${base64(`words and ${github.slice(0, 30)}`)}`;
    for (const chunks of [[text], [...text]]) expect(streamed(chunks)).toBe('\x1b]52;c;');
    expect(redaction.text(text)).toBe('\x1b]52;c;');
  });

  it('is the same in a stream and in the whole text, at any cut', () => {
    const secret = fc
      .tuple(fc.nat(secretSamples.length - 1), fc.nat(500))
      .map(([kind, seed]) => secretSamples[kind]!.make(seed));
    const heads = [
      ...['\x1b]52;c;', '\x9d52;;', '\x1b]52;', '\x1b]1337;SetUserVar=n=', '\x1b]2;'],
      ...['\x1b]99;e=1;', '\x1b]99;i=1:e=1:p=body;', '\x1b]99;i=1;', '\x1b]5522;type=wdata;'],
      ...['\x1b]1337;File=name=', '\x1b]1337;File=size=9;name=', ';inline=1:'],
    ];
    const between = ['\x07', '\x1b\\', '\x1b', '\x18', '\x1b[31m', '\n', ' ', '==', 'Z2hw', '?', 'word', '§'];
    const output = fc
      .array(
        fc.oneof(
          fc.constantFrom(...heads, ...between),
          secret.map((text) => ` ${text} `),
          secret.map((text) => clip(`a ${text} b`, '')),
          fc.nat(60).map((length) => clip('a word '.repeat(length), '')),
        ),
        { maxLength: 25 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        output,
        fc.nat(),
        fc.constantFrom(7, 60, 3000),
        fc.boolean(),
        (text, seed, most, pauses) => {
          expect(streamed(pieces(text, seed, most), pauses)).toBe(redaction.text(text));
        },
      ),
      { numRuns: times(80, 10_000), seed: seedOr(20_263) },
    );
  });

  it('is hidden in transcripts', () => {
    const transcript = new Transcript(10_000);
    transcript.append(Buffer.from(around(clip(`a ${github} b`))));
    const { text } = transcript.read(redaction, 0);
    expect(text).toBe(around(clip(`a ${R} b`)));
    const rest = transcript.read(redaction, 20).text;
    expect(leaked(github, readOutput(rest))).toBeUndefined();
  });

  it('is also searched by the rules of a caller if redaction is enforced', () => {
    const own = createRedaction({ ...defaultPolicy, extraLiterals: ['apple'] });
    expect(composeRedactions(redaction, own).text(clip(`${github} apple`))).toBe(clip(`${R} ${R}`));
    expect(composeRedactions(redaction, own).text(clip('one apple'))).toBe(clip(`one ${R}`));
  });
});

describe.each([
  ['1337;SetUserVar=note=', ''],
  ['1337;Copy=:', ''],
  ['052;c;', ''],
  ['99;e=1;', ''],
  ['99;i=7:d=0:e=1:p=body;', ''],
  ['5522;type=wdata:mime=dGV4dC9wbGFpbg==;', ''],
  ['1337;File=name=', ''],
  ['1337;File=name=', ';size=3;inline=1:AAAA'],
  ['1337;File=size=3;inline=1;name=', ':AAAA'],
  ['1337;MultipartFile=name=', ';size=3'],
])('OSC %s…%s', (head, rest) => {
  const said = (value: string, end = '\x07') => `\x1b]${head}${base64(value)}${rest}${end}`;

  it('reveals no secret, at any cut', () => {
    const hidden = around(said(`a ${R} b`));
    const text = around(said(`a ${github} b`));
    expect(redaction.text(text)).toBe(hidden);
    for (const chunks of [[text], [...text], pieces(text, 3)])
      for (const pauses of [false, true]) expect(streamed(chunks, pauses)).toBe(hidden);
  });

  it.each(['\x07', '\x1b\\', '\x9c'])('is unchanged without a secret, ended by %j', (end) => {
    const text = around(said('only words', end));
    expect(redaction.text(text)).toBe(text);
    expect(streamed([...text])).toBe(text);
  });

  it('reveals nothing of an incomplete sequence', () => {
    const text = `\x1b]${head}${base64(`words and ${github.slice(0, 30)}`)}`;
    for (const chunks of [[text], [...text]]) expect(streamed(chunks)).toBe(`\x1b]${head}`);
  });
});

it('applies the rules for text to invalid base64', () => {
  const text = `\x1b]99;i=1:p=body;the key is ${github}\x07`;
  expect(redaction.text(text)).toBe(`\x1b]99;i=1:p=body;the key is ${R}\x07`);
});

it('leaves an image alone, however long it is', () => {
  const image = 'iVBORw0KGgo'.repeat(20_000);
  const text = around(`\x1b]1337;File=name=${base64('a.png')};inline=1:${image}\x07`);
  expect(redaction.text(text)).toBe(text);
  expect(streamed(text.match(/.{1,4096}/gs)!)).toBe(text);
});
