/** `ptywright fleet`: the hosts of a fleet, with their load. */
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
    const table = [titles, ...rows];
    const widths = titles.map((_, at) => Math.max(...table.map((row) => row[at]!.length)));
    const lines = table.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join('  '));
    return {
      kind: 'fleet',
      json: { hosts },
      text: lines.map((line) => `${line.trimEnd()}\n`).join(''),
    };
  },
});

const formatGiB = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)}G`;
