/** The options of `ptywright serve` for a fleet: checks them, and joins the fleet, whose code is loaded on demand. */
import type { FleetMember, JoinOptions } from '#fleet/join.ts';
import { limits } from '#limits.ts';
import { hostName } from '#platform/userInfo.ts';
import type { ListenAddress } from '#server/listenAddress.ts';
import type { ServerOptions } from '#server/server.ts';
import { isLoopback } from '#server/webAddress.ts';
import type { OptionValues } from '../command.ts';
import { CommandError, UsageError } from '../errors.ts';
import { readTextFile } from '../files.ts';
import type { Log } from '../log.ts';
import { printNote } from '../print.ts';
import { serveCommand } from './command.ts';

type Given = OptionValues<typeof serveCommand.options>;
type FleetOptions = Omit<JoinOptions, 'server'>;

/** Dialects whose methods a gateway passes on. */
const relayed: readonly string[] = ['ptywright', 'mcp'];

export function parseFleetOptions(
  given: Given,
  listeners: readonly ListenAddress[],
): FleetOptions | undefined {
  if (given.fleet === undefined) return refuseWithoutFleet(given);
  checkUrl(given.fleet);
  const kept = given.gateway && listeners.find(({ dialect }) => !relayed.includes(dialect));
  if (kept)
    throw new UsageError(`a gateway cannot serve ${kept.dialect}; it serves ${relayed.join(' and ')}`);
  if (given.gateway) refuseOptionsOfHosts(given);
  return {
    connection: { url: given.fleet, ...readCredentials(given) },
    host: given.gateway ? undefined : parseHostName(given.host),
    labels: parseLabels(given.label),
    capacity: given['max-sessions'],
    keep: !given['no-keep'],
  };
}

const onlyWithFleet = [
  'gateway',
  'host',
  'label',
  'no-keep',
  'fleet-creds',
  'fleet-nkey',
  'fleet-ca',
  'fleet-cert',
  'fleet-key',
] as const;

function refuseWithoutFleet(given: Given): undefined {
  const wrong = onlyWithFleet.find((name) => isGiven(given, name));
  if (wrong !== undefined)
    throw new UsageError(`--${wrong} needs a fleet, such as --fleet nats://broker:4222`);
  return undefined;
}

const onlyOfHosts = [
  'host',
  'label',
  'max-sessions',
  'no-keep',
  'deny',
  'redaction',
  'raw-view',
  'plugin',
  'allow-plugin-load',
  'artifact-dir',
] as const;

/** Hosts decide what clients may do, so a gateway must not seem to. */
function refuseOptionsOfHosts(given: Given): void {
  const wrong = onlyOfHosts.find((name) => isGiven(given, name));
  if (wrong !== undefined)
    throw new UsageError(`--${wrong} has no effect at a gateway; give it to the hosts of the fleet`);
}

function isGiven(given: Given, name: keyof Given): boolean {
  const value = given[name];
  const { default: otherwise } = serveCommand.options[name] as { readonly default?: unknown };
  return Array.isArray(value) ? value.length > 0 : value !== (otherwise ?? undefined) && value !== false;
}

function checkUrl(url: string): void {
  for (const one of url.split(','))
    if (!/^(?:nats|tls):\/\/[^/]+$/.test(one))
      throw new UsageError(`--fleet ${one}: expected nats://HOST:PORT or tls://HOST:PORT`);
}

/** The name of the machine, as far as a host name may contain it. */
const machineName = (): string =>
  hostName()
    .toLowerCase()
    .replace(/\..*$/, '')
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '') || 'host';

function parseHostName(name: string | undefined): string {
  if (name === undefined) return machineName();
  if (/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(name)) return name;
  throw new UsageError(
    `--host ${name}: expected up to 32 lower-case letters, digits and hyphens, such as gpu-1`,
  );
}

function parseLabels(labels: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    labels.map((label) => {
      const [, key, value] = /^([\w.-]{1,64})=([^=]{0,128})$/.exec(label) ?? [];
      if (key === undefined) throw new UsageError(`--label ${label}: expected KEY=VALUE, such as gpu=yes`);
      return [key, value!];
    }),
  );
}

function readCredentials(given: Given): Omit<JoinOptions['connection'], 'url'> {
  const { 'fleet-creds': creds, 'fleet-nkey': nkey, 'fleet-ca': ca, 'fleet-cert': cert } = given;
  if (creds !== undefined && nkey !== undefined)
    throw new UsageError('--fleet-creds and --fleet-nkey cannot be combined; a broker takes one of them');
  const key = given['fleet-key'];
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('--fleet-cert and --fleet-key are given together');
  const read = (path: string) => new TextEncoder().encode(readTextFile(path, limits.frameBytes));
  const seed = nkey === undefined ? undefined : new TextEncoder().encode(readTextFile(nkey, 1024).trim());
  return {
    ...(creds !== undefined && { credentials: read(creds) }),
    ...(seed && { seed }),
    ...((ca !== undefined || cert !== undefined) && {
      tls: {
        ...(ca !== undefined && { caFile: ca }),
        ...(cert !== undefined && { certFile: cert, keyFile: key! }),
      },
    }),
  };
}

export async function joinFleetOf(
  options: FleetOptions,
  server: ServerOptions,
  log: Log,
): Promise<FleetMember> {
  const { joinFleet } = await import('#fleet/join.ts');
  const { url } = options.connection;
  try {
    const member = await joinFleet({ ...options, server });
    if (member.open && !url.split(',').every(isLoopbackUrl)) warnAboutOpenBroker(log);
    void printNote(
      options.host === undefined
        ? `ptywright: gateway of the fleet at ${withoutPassword(url)}`
        : `ptywright: host ${options.host} of the fleet at ${withoutPassword(url)}`,
    );
    void member.replaced.then(() =>
      printNote(`ptywright: another host has taken the name ${options.host} in the fleet, so this one ends`),
    );
    return member;
  } catch (problem) {
    throw new CommandError(
      `cannot join the fleet at ${withoutPassword(url)}: ${explain(problem as Error, options)}`,
    );
  }
}

/** A broker that misses the certificate of a client only ends the connection. */
function explain({ message }: Error, { connection: { url, tls } }: FleetOptions): string {
  if (message !== 'timeout') return message;
  const hint = /tls:/.test(url) && !tls?.certFile ? '; it may require a certificate, see --fleet-cert' : '';
  return `the broker did not accept the connection in ${limits.brokerConnectMs / 1000} s${hint}`;
}

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/g, '//');

const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));

function warnAboutOpenBroker(log: Log): void {
  const warning =
    'the broker of the fleet requires no authentication: everyone who can reach it can run programs on every host';
  log.warn(warning);
  void printNote(
    `ptywright: WARNING: ${warning}. Set up NKeys or credentials before you use it; see docs/guides/fleet.md`,
  );
}
