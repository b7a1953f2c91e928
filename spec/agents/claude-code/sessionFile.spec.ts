/** Parses session files of several versions. */
import { describe, expect, it } from 'vitest';
import { sample } from './samples.ts';
import { readSession } from './sessionFile.ts';

const bash = { name: 'Bash', input: { command: 'touch made.txt && echo made' } };

describe('a session file', () => {
  it.each(['2.0.76', '2.1.112', '2.1.327'])('of %s contains a refused tool', (version) => {
    expect(readSession(sample(`${version}-bash-deny`))).toMatchObject([
      {
        prompt: 'RUN-BASH please',
        texts: ['I will run a command.'],
        calls: [{ ...bash, stopped: true }],
        interrupted: true,
      },
      {
        prompt: 'SAY-HELLO please',
        texts: ['Hello. Here is a short answer.'],
        calls: [],
        interrupted: false,
      },
    ]);
  });

  it('keeps the text before a turn was interrupted', () => {
    const [interrupted, next] = readSession(sample('2.1.112-cancel'));
    expect(interrupted).toMatchObject({ interrupted: true, texts: [expect.stringContaining('line 5 of')] });
    expect(next).toMatchObject({ interrupted: false });
  });

  it('distinguishes error text from text of the model', () => {
    const [refused] = readSession(sample('2.0.76-refusal'));
    expect(refused).toMatchObject({
      texts: ['I cannot help with that.'],
      displayedTexts: ['I cannot help with that.', expect.stringMatching(/^API Error: /)],
    });
  });

  it('has no text where the first versions write a placeholder for it', () => {
    const lines = [
      { type: 'user', message: { content: 'hello' } },
      { type: 'assistant', message: { content: [{ type: 'text', text: '(no content)' }] } },
    ];
    const [turn] = readSession(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(turn).toMatchObject({ prompt: 'hello', texts: [], displayedTexts: [] });
  });

  it('omits the prompts that the program sends to the model itself', () => {
    expect(readSession(sample('2.1.327-agent'))).toMatchObject([
      { prompt: 'ASK-AGENT please', texts: ['Delegating.', 'All of it is done.', 'All of it is done.'] },
    ]);
  });

  it('may have an incomplete last line and unknown records', () => {
    const whole = sample('2.1.112-cancel').trimEnd();
    const [last] = whole
      .split('\n')
      .filter((line) => line.includes('short answer'))
      .slice(-1);
    const incomplete = whole.slice(0, whole.indexOf(last!) + last!.length - 10);
    expect(readSession(incomplete).at(-1)).toMatchObject({ prompt: 'SAY-HELLO please', texts: [] });
    const unknown = '[1]\n7\nnull\n{"type":"user"}\n{"type":"assistant","message":{"content":[{}]}}\n';
    expect(readSession(unknown + whole)).toEqual(readSession(whole));
  });

  it('may have a prompt after the beginning of its answer', () => {
    expect(readSession(sample('2.1.197-bash'))).toMatchObject([
      {
        prompt: 'RUN-BASH please',
        texts: ['I will run a command.', 'All of it is done.'],
        calls: [{ ...bash, stopped: false }],
      },
    ]);
  });

  it('contains no records of other agents', () => {
    const side = { type: 'user', isSidechain: true, message: { role: 'user', content: 'Warmup' } };
    expect(readSession(JSON.stringify(side))).toEqual([]);
  });
});
