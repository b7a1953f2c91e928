import { expect, it } from 'vitest';
import type { Refusal } from '#client/index.ts';
import { runInProcess } from '../harness/server.ts';
import { secretSamples } from '../redaction/samples.ts';

/** No rule recognizes these values as secrets. An error must not repeat values of fields that may contain secrets. */
it.each([
  ['a secret in the wrong shape', { redaction: { enabled: true, extra_literals: 'correct-horse' } }],
  ['an unknown field', { secret_word: 'correct-horse' }],
  ['a number instead of text', { env: { PIN: 73912648 } }],
])('the error does not contain %s', async (_, params) => {
  const { client, close } = runInProcess();
  const refusal = await client
    .send('session.create', { program: 'sh', ...params })
    .catch((problem) => problem as Refusal);
  const received = JSON.stringify([(refusal as Refusal).message, (refusal as Refusal).data]);
  expect(received).not.toMatch(/correct-horse|73912648/);
  await close();
});

it('a coloured private key is hidden in a transcript that begins in its middle', async () => {
  const { client, close } = runInProcess();
  const body = Array.from({ length: 20 }, (_, at) => `KeyBody${at}`.repeat(6).slice(0, 64));
  const block = ['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----'].join('\r\n');
  const coloured = [...block]
    .map((char) => (char === '\r' || char === '\n' ? char : `\x1b[32m${char}`))
    .join('');
  const visible = await client.calls.session.create({ program: 'printf', args: ['%s', coloured] });
  await client.calls.session.wait({ ...visible, matcher: { type: 'process_exited' } });
  const { text } = await client.calls.session.transcript({ ...visible, since: 6000, strip_escapes: true });
  for (const line of body) expect(text).not.toContain(line.slice(8, 24));
  await close();
});

it.each(['name', 'tags.0'])('a secret is refused as a label: %s', async (path) => {
  const { client, close } = runInProcess();
  const secret = secretSamples[0]!.make(1);
  const label = path === 'name' ? { name: secret } : { tags: [secret] };
  const refusal = await client
    .send('session.create', { program: 'cat', ...label })
    .catch((problem) => problem as Refusal);
  expect(refusal).toMatchObject({ code: -32602, data: { path, reason: 'looks like a secret' } });
  await close();
});
