/** How hosts and gateways prove to a broker who they are: certificates, NKeys and credentials files. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { freshHome, Ptywright } from '../cli/ptywright.ts';
import { runOnSocket } from '../harness/server.ts';
import { readRoot } from '../house/source.ts';
import { natsServer, type RunningBroker, startBroker } from './nats.ts';

type KeyPair = ReturnType<typeof nkeys.createUser>;

const folder = mkdtempSync(join(tmpdir(), 'fleet-keys-'));

function writeKey(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

/** Starts a host and a gateway with these options, creates a session, and reads the notes of the gateway. */
async function runFleet(url: string, hostArgs: readonly string[], gatewayArgs = hostArgs): Promise<string> {
  const host = await runOnSocket('ndjson', [`--fleet=${url}`, '--host=h1', ...hostArgs]);
  const gateway = await runOnSocket('ndjson', [`--fleet=${url}`, '--gateway', ...gatewayArgs]);
  try {
    const { session } = await gateway.client.calls.session.create({ program: 'cat' });
    return session;
  } finally {
    await gateway.close();
    await host.close();
  }
}

/** Returns the error of a host that cannot join. */
async function refusalOf(url: string, ...args: readonly string[]): Promise<string> {
  const host = new Ptywright(['serve', '--stdio', `--fleet=${url}`, '--host=h1', ...args], {
    PTYWRIGHT_HOME: freshHome(),
  });
  const { status, stderr } = await host.ended;
  expect(status).toBe(1);
  return stderr;
}

async function withBroker(config: string, use: (broker: RunningBroker) => Promise<void>): Promise<void> {
  const broker = await startBroker(config);
  try {
    await use(broker);
  } finally {
    await broker.close();
  }
}

/** Makes a key and a certificate that this authority signs, or that signs itself. */
function createCertificate(name: string, authority?: string): void {
  const path = (file: string) => join(folder, file);
  const args = ['req', '-x509', '-nodes', '-days', '1', '-subj', `/CN=${name}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', path(`${name}.key`)];
  const signed = authority && ['-CA', path(`${authority}.pem`), '-CAkey', path(`${authority}.key`)];
  const address = ['-addext', 'subjectAltName=IP:127.0.0.1'];
  const all = [...args, ...key, ...(signed ? [...signed, ...address] : []), '-out', path(`${name}.pem`)];
  execFileSync('openssl', all, { stdio: 'pipe' });
}

/** A claim that this pair of keys signs. */
function signClaim(issuer: KeyPair, subject: string, name: string, nats: object): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iat: 1_700_000_000, iss: issuer.getPublicKey(), name, sub: subject, nats };
  const jti = createHash('sha256').update(JSON.stringify(claims)).digest('hex').toUpperCase();
  const signed = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode({ ...claims, jti })}`;
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`;
}

const seedOf = (keys: KeyPair): string => Buffer.from(keys.getSeed()).toString();

describe.skipIf(!natsServer)('a host and a gateway join (needs nats-server)', () => {
  it('over TLS, if the broker and they have certificates of one authority', async () => {
    for (const name of ['ca', 'stranger']) createCertificate(name);
    for (const name of ['broker', 'member']) createCertificate(name, 'ca');
    const file = (name: string) => join(folder, name);
    const tls = `tls {
      cert_file: "${file('broker.pem')}", key_file: "${file('broker.key')}", ca_file: "${file('ca.pem')}", verify: true
    }`;
    const own = [`--fleet-cert=${file('member.pem')}`, `--fleet-key=${file('member.key')}`];
    await withBroker(tls, async ({ url }) => {
      const secure = url.replace('nats:', 'tls:');
      expect(await runFleet(secure, [`--fleet-ca=${file('ca.pem')}`, ...own])).toBe('h1/s1');
      expect(await refusalOf(secure, ...own)).toMatch(/cannot join the fleet at tls:.*certificate/);
      expect(await refusalOf(secure, `--fleet-ca=${file('stranger.pem')}`, ...own)).toMatch(/certificate/);
      expect(await refusalOf(secure, `--fleet-ca=${file('ca.pem')}`)).toContain('see --fleet-cert');
    });
  });

  it('with NKeys, under the published permissions', async () => {
    const keys = { gateway: nkeys.createUser(), h1: nkeys.createUser(), h2: nkeys.createUser() };
    const config = Object.entries(keys).reduce(
      (text, [user, pair]) =>
        text.replace(new RegExp(`user: ${user}\\s+password: \\S+`), `nkey: ${pair.getPublicKey()}`),
      readRoot('docs/deploy/nats-fleet.conf'),
    );
    const option = (user: keyof typeof keys) =>
      `--fleet-nkey=${writeKey(`${user}.nk`, `${seedOf(keys[user])}\n`)}`;
    await withBroker(config, async ({ url }) => {
      expect(await runFleet(url, [option('h1')], [option('gateway')])).toBe('h1/s1');
      expect(await refusalOf(url)).toMatch(/authorization/i);
      // The name of h1 with the key of h2.
      expect(await refusalOf(url, option('h2'))).toMatch(/cannot join the fleet/);
      const unknown = writeKey('unknown.nk', seedOf(nkeys.createUser()));
      expect(await refusalOf(url, `--fleet-nkey=${unknown}`)).toMatch(/authorization/i);
    });
  });

  it('with credentials files', async () => {
    const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()];
    const system = nkeys.createAccount();
    const any = { subs: -1, data: -1, payload: -1, conn: -1, leaf: -1, imports: -1, exports: -1 };
    const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1, wildcards: true };
    const of = (type: string, claims: object) => ({ type, version: 2, ...claims });
    const accountKey = account.getPublicKey();
    const accountClaim = signClaim(
      operator,
      accountKey,
      'fleet',
      of('account', { limits: { ...any, ...storage } }),
    );
    const systemKey = system.getPublicKey();
    const systemClaim = signClaim(operator, systemKey, 'system', of('account', { limits: any }));
    const operatorClaim = signClaim(operator, operator.getPublicKey(), 'op', of('operator', {}));
    const userClaim = signClaim(
      account,
      user.getPublicKey(),
      'h1',
      of('user', { subs: -1, data: -1, payload: -1 }),
    );
    const creds = (claim: string, keys: KeyPair) =>
      `-----BEGIN NATS USER JWT-----\n${claim}\n------END NATS USER JWT------\n\n` +
      `-----BEGIN USER NKEY SEED-----\n${seedOf(keys)}\n------END USER NKEY SEED------\n`;
    const config = `operator: ${operatorClaim}
      resolver: MEMORY
      system_account: ${systemKey}
      resolver_preload: { ${accountKey}: ${accountClaim}, ${systemKey}: ${systemClaim} }`;
    await withBroker(config, async ({ url }) => {
      const file = writeKey('member.creds', creds(userClaim, user));
      expect(await runFleet(url, [`--fleet-creds=${file}`])).toBe('h1/s1');
      const forged = writeKey('forged.creds', creds(userClaim, nkeys.createUser()));
      expect(await refusalOf(url, `--fleet-creds=${forged}`)).toMatch(/authorization/i);
    });
  });
});

describe.skipIf(!natsServer)('a broker without authentication (needs nats-server)', () => {
  const warning = 'WARNING: the broker of the fleet requires no authentication';
  const run = async (url: string) => {
    const host = new Ptywright(['serve', '--stdio', `--fleet=${url}`, '--host=h1'], {
      PTYWRIGHT_HOME: freshHome(),
    });
    await host.says('host h1 of the fleet', 'stderr');
    host.process.stdin!.end();
    return (await host.ended).stderr;
  };

  it('causes a warning if other machines may reach it', () =>
    withBroker('', async ({ url }) => {
      expect(await run(url)).not.toContain(warning);
      // Linux connects to this machine, but the address is not a loopback address.
      expect(await run(url.replace('127.0.0.1', '0.0.0.0'))).toContain(warning);
      expect(await run(`${url},nats://192.0.2.1:4222`)).toContain(warning);
    }));

  it('causes no warning if it requires a password', () =>
    withBroker('authorization { user: u, password: p }', async ({ url }) => {
      expect(await run(url.replace('127.0.0.1', 'u:p@0.0.0.0'))).not.toContain(warning);
    }));
});
