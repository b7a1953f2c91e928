/**
 * Every fault, caused through the protocol: its code, its data in the declared shape, and a message without secrets.
 */
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { Refusal } from '#client/index.ts';
import { faultDeclarations, faultNames } from '#faults.ts';
import type { NotingClient } from '../harness/connection.ts';
import { program } from '../harness/programs.ts';
import { runInProcess } from '../harness/server.ts';
import { folder, provocations, secret } from './provocations.ts';

afterAll(() => rmSync(folder, { recursive: true }));

describe('faults', () => {
  it('each is provoked here, except that of a gateway (spec/cli/serve/fleet.spec.ts)', () => {
    const others = faultNames.filter((name) => !provocations.some(({ fault }) => fault === name));
    expect(others).toEqual(['HostUnreachable']);
  });

  it.each(provocations)('$fault: $title', async ({ fault, code, options, program: name, provoke, data }) => {
    const served = runInProcess('ndjson', options);
    try {
      const { session } = name ? await served.client.calls.session.create(program(name)) : { session: '' };
      const refusal = await provoke(served.client, session, served).then(
        (result) => expect.fail(`answered with ${JSON.stringify(result)}`),
        (problem: unknown) => problem as Refusal,
      );
      expect(refusal).toBeInstanceOf(Refusal);
      expect({ code: refusal.code, data: refusal.data }).toMatchObject({ code, data: data ?? {} });
      expect(faultNames.filter((name) => refusal.is(name))).toEqual([fault]);
      expect(faultDeclarations[fault].data.safeParse(refusal.data).error).toBeUndefined();
      expect(JSON.stringify([refusal.message, refusal.data])).not.toMatch(/ghp_|at .*\.ts:/);
    } finally {
      await served.close();
    }
  });

  it.each([
    ['the name of a method', (client: NotingClient) => client.send(secret)],
    ['a session', (client: NotingClient) => client.send('session.snapshot', { session: secret })],
    ['a program', (client: NotingClient) => client.send('session.create', { program: secret })],
    [
      'a folder',
      (client: NotingClient) => client.send('session.create', { program: 'sh', cwd: `/${secret}` }),
    ],
    [
      'a field that is wrong',
      (client: NotingClient) => client.send('session.info', { session: 's1', [secret]: 1 }),
    ],
    [
      'a value that is wrong',
      (client: NotingClient) => client.send('session.list', { details: secret.slice(0, 40) }),
    ],
  ] as const)('a secret in %s does not come back in the error', async (_, send) => {
    const served = runInProcess();
    const refusal = (await send(served.client).catch((problem: unknown) => problem)) as Refusal;
    expect(refusal).toBeInstanceOf(Refusal);
    expect(JSON.stringify([refusal.message, refusal.data])).not.toContain(secret.slice(4, 20));
    await served.close();
  });

  it('the cause of an internal error is only in the log', async () => {
    const logged: unknown[] = [];
    const served = runInProcess('ndjson', { log: (line, facts) => logged.push([line, facts]) });
    served.server.world.namedWaits.cancel = () => {
      throw new Error('the reason');
    };
    await expect(served.client.send('session.cancel_wait', { wait_id: 'w' })).rejects.toThrow(
      'The server failed',
    );
    expect(JSON.stringify(logged)).toContain('the reason');
    expect(await served.client.send('session.list')).toEqual({ sessions: [] });
    await served.close();
  });
});
