/** Runs every declared example of every method in this process, with the program that it names. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { methods } from '#dialects/tuispec/dialect.ts';
import { codes } from '#dialects/tuispec/errors.ts';
import type { MethodExample } from '#rpc/method.ts';
import { dialectDefinitions } from '#server/dialects.ts';
import { defaultOptions } from '#server/listenAddress.ts';
import { connectInProcess } from '#server/server.ts';
import { freshHome } from '../../cli/ptywright.ts';
import { programPath } from '../../harness/programs.ts';
import { inProcessServer } from '../../harness/server.ts';
import { receive } from '../../harness/traffic.ts';
import { TuispecClient } from './client.ts';

describe('examples of tuispec', () => {
  for (const { name, examples } of methods)
    for (const example of examples as readonly MethodExample[])
      it(`${name}: ${example.title}`, () => follow(name, example));

  it('exist for every method', () => {
    for (const { name, examples } of methods) expect(examples.length, name).toBeGreaterThan(0);
  });
});

async function follow(name: string, { program, send, reply, fault }: MethodExample): Promise<void> {
  const server = inProcessServer({ artifactDir: join(freshHome(), 'artifacts') });
  const speak = await server.loadDialect('tuispec');
  const stream = connectInProcess(
    server,
    speak({ options: defaultOptions(dialectDefinitions.get('tuispec')!), command: [] }),
  );
  const client = TuispecClient.over(stream);
  try {
    if (program) await launched(client, program);
    const { result, error } = await client.ask(name, send);
    receive('method', `tuispec ${name}`);
    if (fault) expect(error).toMatchObject({ code: codes[fault], data: { fault } });
    else expect(result).toMatchObject(reply as object);
  } finally {
    await server.close();
  }
}

async function launched(client: TuispecClient, program: string): Promise<void> {
  await client.call('initialize');
  await client.call('launch', { command: '/bin/sh', args: [programPath(program)] });
  await client.call('waitUntil', { pattern: '.' });
}
