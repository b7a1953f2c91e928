import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { permissionNames } from '#permissions.ts';
import { secretSamples } from '../redaction/samples.ts';
import { aServer, type Calls, faultOf, obeying } from '../session/driven.ts';

const folder = mkdtempSync(join(tmpdir(), 'ptywright-films-'));

afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

const size = { rows: 3, cols: 20 };

type Start = Partial<Parameters<Calls['recording']['start']>[0]>;

async function startRecording(server: { calls: Calls }, how: Start = {}) {
  const { session, show } = await obeying(server, size);
  const { recording } = await server.calls.recording.start({ session, ...how });
  return { session, show, recording };
}

describe('recording.film', () => {
  it('requires file.write, and shows no secret that the recording hides', async () => {
    const denied = aServer({ grants: new Set(permissionNames.filter((name) => name !== 'file.write')) });
    const film = denied.calls.recording.film({ recording: 'r1', path: at('denied.gif') });
    expect(await faultOf(film, 'PermissionDenied')).toMatchObject({ required_permission: 'file.write' });
    const of = async (how: Start = {}) => {
      const films = ['hunter22-hunter', 'swordfish-sword'].map((secret) => recordSecret(secret, how));
      const [one, other] = await Promise.all(films);
      return one!.equals(other!);
    };
    expect([await of(), await of({ redact: false })]).toEqual([true, false]);
  });

  it('hides a secret that a program has wrapped, as a screenshot does', async () => {
    const token = secretSamples.find(({ kind }) => kind === 'github_token')!;
    const wrapped = (seed: number) => token.make(seed).replace(/.{20}/g, '$&\r\n');
    const films = [3, 4].map((seed) => recordSecret(wrapped(seed), {}, 25));
    const [one, other] = await Promise.all(films);
    expect(one!.equals(other!)).toBe(true);
  });
});

/** Records a session that prints `secret` in two parts, and returns the GIF of the recording. */
async function recordSecret(secret: string, how: Start, first = 5): Promise<Buffer> {
  const server = aServer();
  const redaction = { enabled: true, extra_literals: [secret] };
  const { show, recording } = await startRecording(server, { redaction, ...how });
  await show(`\x1b[2J\x1b[H${secret.slice(0, first)}`);
  await show(secret.slice(first));
  const path = at(`${secret.replace(/\W/g, '')}-${how.redact}.gif`);
  await server.calls.recording.film({ recording, path, idle_ms: 0 });
  return readFileSync(path);
}
