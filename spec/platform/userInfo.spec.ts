/** Finds the user of a connection in the socket table of the kernel. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { endianness } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createSameUserCheck, findSocketUser } from '#platform/userInfo.ts';

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (local: string, remote: string, user: number, inode: number) =>
  `   2: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000 ${String(user).padStart(5)}        0 ${inode} 2 00000000714b37ef 20 0 0 10 -1\n`;
const ends = { localAddress: '127.0.0.1', localPort: 0xb025, remoteAddress: '127.0.0.1', remotePort: 0xcfec };

describe.skipIf(endianness() !== 'LE')('a table of a little-endian machine', () => {
  it('names the user of the other end, not of this one', () => {
    const table = `${head}${row('0100007F:B025', '0100007F:CFEC', 0, 9)}${row('0100007F:CFEC', '0100007F:B025', 1001, 8)}`;
    expect(findSocketUser(table, ends)).toBe(1001);
  });

  it('has no user for a socket that its process has closed: the kernel shows 0 there', () => {
    expect(findSocketUser(`${head}${row('0100007F:CFEC', '0100007F:B025', 0, 0)}`, ends)).toBeUndefined();
    expect(findSocketUser(head, ends)).toBeUndefined();
  });

  it('finds an IPv6 socket that talks to an IPv4 address', () => {
    const mapped = (port: string) => `0000000000000000FFFF00000100007F:${port}`;
    expect(findSocketUser(`${head}${row(mapped('CFEC'), mapped('B025'), 1001, 8)}`, ends)).toBe(1001);
  });

  it('finds an IPv6 connection', () => {
    const at = (port: string) => `00000000000000000000000001000000:${port}`;
    const six = { ...ends, localAddress: '::1', remoteAddress: '::1' };
    expect(findSocketUser(`${head}${row(at('CFEC'), at('B025'), 1001, 8)}`, six)).toBe(1001);
  });
});

it.skipIf(process.platform !== 'linux')(
  'finds the owner of its connections, many at once (needs Linux)',
  async () => {
    const sameUser = createSameUserCheck()!;
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const come: Promise<boolean>[] = [];
    const all = new Promise<void>((resolve) =>
      server.on('connection', (socket: Socket) => {
        come.push(sameUser(socket));
        if (come.length === 50) resolve();
      }),
    );
    const clients = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
    await all;
    expect(await Promise.all(come)).toEqual(Array(50).fill(true));
    for (const client of clients) client.destroy();
    server.close();
  },
);
