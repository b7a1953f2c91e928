import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freshHome, Ptywright } from '../../cli/ptywright.ts';
import { TuispecClient } from './client.ts';

it.each(['dumpView', 'renderView', 'expectSnapshot'])(
  '%s writes nothing without file.write',
  async (method) => {
    const dir = join(freshHome(), 'artifacts');
    const server = new Ptywright(
      ['serve', '--listen', 'tuispec+stdio:', '--artifact-dir', dir, '--deny', 'file.write'],
      { PTYWRIGHT_HOME: freshHome() },
    );
    onTestFinished(() => void server.process.kill());
    const client = TuispecClient.of(server);
    await client.call('initialize', {});
    await client.call('launch', { command: '/bin/sh', args: ['-c', 'exec cat'] });
    const { error } = await client.ask(method, { name: 'home' });
    expect(error?.data).toMatchObject({ required_permission: 'file.write' });
    expect(existsSync(join(dir, 'sessions'))).toBe(false);
  },
);
