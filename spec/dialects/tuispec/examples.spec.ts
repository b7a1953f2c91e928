/** Every declared example of every method, in this process, with the program that it names. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes } from '../../../src/dialects/tuispec/codes.ts';
import { methods } from '../../../src/dialects/tuispec/index.ts';
import type { Example } from '../../../src/rpc/method.ts';
import { connectInProcess } from '../../../src/serve/inProcess.ts';
import { plainOptions } from '../../../src/serve/listener.ts';
import { tongues } from '../../../src/serve/tongues.ts';
import { freshHome } from '../../cli/ptywright.ts';
import { programPath } from '../../harness/programs.ts';
import { inProcessServer } from '../../harness/server.ts';
import { hear } from '../../harness/traffic.ts';
import { TuispecClient } from './client.ts';

describe('examples of tuispec', () => {
  for (const { name, examples } of methods)
    for (const example of examples as readonly Example[])
      it(`${name}: ${example.title}`, () => follow(name, example));

  it('are there for every method', () => {
    for (const { name, examples } of methods) expect(examples.length, name).toBeGreaterThan(0);
  });
});

async function follow(name: string, { program, send, reply, fault }: Example): Promise<void> {
  const server = inProcessServer({ artifactDir: join(freshHome(), 'artifacts') });
  const speak = await server.learn('tuispec');
  const stream = connectInProcess(
    server,
    speak({ options: plainOptions(tongues.get('tuispec')!), command: [] }),
  );
  const client = TuispecClient.over(stream);
  try {
    if (program) await launched(client, program);
    const { result, error } = await client.ask(name, send);
    hear('method', `tuispec ${name}`);
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
