/** Recordings of a batch that types a password: the prompt appears while the batch runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshHome } from '../../../cli/ptywright.ts';
import { leaked, secretSamples } from '../../../redaction/samples.ts';
import { start } from '../running.ts';

const requestsIn = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { direction: string; line: string })
    .filter(({ direction }) => direction === 'request');

it('hides what steps of a batch type at a question that appeared during the batch, and nothing else', async () => {
  const { client } = start();
  const path = join(freshHome(), 'session.jsonl');
  const launched = (script: string) => client.call('launch', { command: '/bin/sh', args: ['-c', script] });
  await client.call('initialize', {});
  await launched(
    'read -r l; stty -echo; printf "Password: "; read -r p; stty echo; echo; echo DONE; exec cat',
  );
  await client.call('recording.start', { path, frameIntervalMs: 1 });
  const steps = (last: object) => [
    { method: 'sendLine', params: { text: 'begin' } },
    { method: 'waitForText', params: { selector: { type: 'exact', text: 'Password' } } },
    { method: 'sendLine', params: { text: 'hunter2horse' } },
    { method: 'waitUntil', params: { pattern: 'DONE' } },
    last,
  ];
  await client.call('batch', { steps: steps({ method: 'sendText', params: { text: 'seen' } }) });
  await launched('read l; printf "Password: "; exec sleep 60');
  const failing = steps({ method: 'server.ping' });
  failing.splice(2, 0, { method: 'waitUntil', params: { pattern: 'NEVER', timeoutMs: 1 } as never });
  await client.call('batch', { steps: failing });
  await client.call('recording.stop');
  const requests = requestsIn(path);
  const [done, , failed] = requests.map(({ line }) => line);
  expect(readFileSync(path, 'utf8')).not.toContain('hunter2');
  for (const word of ['"begin"', '"Password"', '"seen"']) expect(done).toContain(word);
  expect(failed).toContain('"begin"');
  expect(failed).toContain('[REDACTED');
});

it('hides text that is typed without echo, for any question', async () => {
  const { client } = start();
  const path = join(freshHome(), 'session.jsonl');
  await client.call('initialize', {});
  await client.call('launch', {
    command: '/bin/sh',
    args: ['-c', 'stty -echo; printf "friend? "; read -r p; stty echo; echo DONE; exec cat'],
  });
  await client.call('recording.start', { path, frameIntervalMs: 1 });
  await client.call('waitForText', { selector: { type: 'exact', text: 'friend?' } });
  await client.call('sendLine', { text: 'mellon-und-Tritt' });
  await client.call('waitUntil', { pattern: 'DONE' });
  await client.call('sendText', { text: 'seen' });
  await client.call('recording.stop');
  expect(readFileSync(path, 'utf8')).not.toContain('mellon');
  expect(requestsIn(path).some(({ line }) => line.includes('"seen"'))).toBe(true);
});

it.each([
  ['letters', (secret: string) => [...secret].map((key) => ['sendKey', { key }] as const)],
  [
    'halves',
    (secret: string) =>
      [secret.slice(0, 16), secret.slice(16)].map((text) => ['sendText', { text }] as const),
  ],
])('hides a secret that is typed in %s', async (_, calls) => {
  const { client } = start();
  const path = join(freshHome(), 'session.jsonl');
  const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(3);
  await client.call('initialize', {});
  await client.call('launch', {
    command: '/bin/sh',
    args: ['-c', 'stty -echo -icanon; exec cat >/dev/null'],
  });
  await client.call('recording.start', { path, frameIntervalMs: 0 });
  await client.call('sendText', { text: 'before ' });
  for (const [method, params] of calls(secret)) await client.call(method, params);
  await client.call('sendText', { text: ' after\n' });
  await client.call('recording.stop');
  const typed = requestsIn(path).flatMap(({ line }) => {
    const { params } = JSON.parse(line) as { params?: { key?: string; text?: string } };
    return params ? [params.key ?? params.text ?? ''] : [];
  });
  expect(leaked(secret, typed.join(''))).toBeUndefined();
  expect(typed.filter((text) => text !== '[REDACTED]')).toEqual(['before ', ' after\n']);
  expect(typed).toHaveLength(2 + calls(secret).length);
});
