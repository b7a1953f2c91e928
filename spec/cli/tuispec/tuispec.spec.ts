import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TuispecClient } from '../../dialects/tuispec/client.ts';
import { freshHome, Ptywright, ptywright } from '../ptywright.ts';

describe('the commands of tuispec', () => {
  it('accept the options that its clients pass', async () => {
    const dir = join(freshHome(), 'kept');
    const path = join(freshHome(), 'session.jsonl');
    const words = ['server', '--artifact-dir', dir, '--cols', '60', '--rows', '12', '--timeout-seconds', '3'];
    const server = new Ptywright(['tuispec', ...words, '--ambiguity-mode', 'first-visible'], {
      PTYWRIGHT_HOME: freshHome(),
      TUISPEC_TERMINAL_COLS: '99',
    });
    const client = TuispecClient.of(server);
    expect(await client.call('initialize')).toMatchObject({ cols: 60, rows: 12 });
    client.say('[]');
    expect((await client.answer()).error?.code).toBe(-32700);
    await client.call('recording.start', { path, frameIntervalMs: 1 });
    await client.call('launch', { command: '/bin/sh', args: ['-c', 'echo one one; exec cat'] });
    await client.call('waitForText', { selector: { type: 'exact', text: 'one' } });
    await client.call('recording.stop');
    await client.call('server.shutdown');
    expect((await server.ended).status).toBe(0);

    const { status, stdout } = await ptywright(['tuispec', 'replay', '--show-input', path]);
    expect(status).toBe(0);
    expect(stdout).toContain('> launch {"command":"/bin/sh"');
    expect(stdout).toMatch(/\none one\n/);
    expect(stdout).toMatch(/\nReplayed \d+ frames and 3 requests of /);
  });
});
