/** `ptywright fleet`: the hosts of a fleet, with their load. */
import { formatTable } from '../print.ts';
import { defineSessionCommand } from './command.ts';

export const fleetCommand = defineSessionCommand({
  name: 'fleet',
  summary: 'List the hosts of a fleet: load, sessions, versions and labels.',
  details: ['Asks the gateway or the host that listens on the socket.'],
  needs: 'none',
  serverHint: 'start one with: ptywright serve --fleet URL',
  options: {},
  examples: { 'ptywright fleet': 'One line per host.' },
  run: async ({ servers: [server] }) => {
    const { hosts } = await server!.client.calls.fleet.hosts({});
    const rows = hosts.map((host) => [
      host.host,
      host.reachable ? 'up' : 'lost',
      `${host.sessions}/${host.capacity}`,
      `${Math.round(host.cpu * 100)}%`,
      `${formatGiB(host.memory_total - host.memory_free)}/${formatGiB(host.memory_total)}`,
      host.version,
      Object.entries(host.labels)
        .map(([label, value]) => `${label}=${value}`)
        .join(' '),
    ]);
    const titles = ['HOST', 'STATE', 'SESSIONS', 'CPU', 'MEMORY', 'VERSION', 'LABELS'];
    return { kind: 'fleet', json: { hosts }, text: formatTable([titles, ...rows]) };
  },
});

const formatGiB = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)}G`;
