/** Additional host names of a web listener: a TLS proxy, or the name of this machine. */
import { describe, expect, it } from 'vitest';
import { checkOrigin } from '#server/authentication.ts';
import { serveHttp } from '#server/httpListener.ts';
import { ptywright } from '../cli/ptywright.ts';
import { inProcessServer } from '../harness/server.ts';

const place = { host: '127.0.0.1', port: 18_100, names: ['pty.example.org'] };

describe('a request for an allowed name', () => {
  it.each([
    ['by it', { host: 'pty.example.org' }],
    ['by it, in any case, at any port', { host: 'PTY.example.org:8443' }],
    ['from a page there', { host: 'pty.example.org', origin: 'https://pty.example.org' }],
    ['from a page there, without TLS', { host: 'pty.example.org:81', origin: 'http://pty.example.org:81' }],
    [
      'through a proxy that says our address',
      { host: '127.0.0.1:18100', origin: 'https://pty.example.org:8443' },
    ],
    ['as before', { host: '127.0.0.1:18100', origin: 'http://127.0.0.1:18100' }],
  ])('is accepted %s', (_, come) => {
    expect(checkOrigin(come, place)).toBeUndefined();
  });

  it.each([
    ['by another name', { host: 'example.org' }],
    ['by one that ends so', { host: 'evil-pty.example.org' }],
    ['by one that begins so', { host: 'pty.example.org.evil.org' }],
    ['from a page of somebody else', { host: 'pty.example.org', origin: 'https://evil.org' }],
    [
      'from a page that only says it',
      { host: 'pty.example.org', origin: 'https://evil.org/pty.example.org' },
    ],
    ['from a page of another kind', { host: 'pty.example.org', origin: 'ftp://pty.example.org' }],
    ['from no page', { host: 'pty.example.org', origin: 'null' }],
    ['by a link of somebody else', { host: 'pty.example.org', 'sec-fetch-site': 'cross-site' }],
  ])('is refused %s', (_, come) => {
    expect(checkOrigin(come, place)).toBeTypeOf('string');
  });

  it('is refused everywhere without permission', () => {
    const { names: _, ...plain } = place;
    expect(checkOrigin({ host: 'pty.example.org' }, plain)).toBeTypeOf('string');
    const origin = 'https://127.0.0.1:18100';
    expect(checkOrigin({ host: '127.0.0.1:18100', origin }, plain)).toBeTypeOf('string');
  });
});

it('a listener with a public host name requires a token', async () => {
  const server = inProcessServer();
  const options = {
    address: { host: '127.0.0.1', port: 0 },
    names: ['pty.example.org'],
    createEndpoint: () => server.native,
  };
  const secret = { name: 'WSH_TOKEN', kind: 'token', value: undefined } as const;
  await expect(serveHttp(server, { ...options, secret })).rejects.toThrow(
    'pty.example.org can be reached from other machines: set WSH_TOKEN',
  );
  const listening = await serveHttp(server, { ...options, secret: { ...secret, value: 'x'.repeat(16) } });
  await Promise.all([listening.close(), server.close()]);
});

it.each([
  [['--allow-host', 'https://pty.example.org', '--listen', 'wsh+http://127.0.0.1:0'], 'expected a host name'],
  [['--allow-host', 'pty.example.org:443', '--listen', 'wsh+http://127.0.0.1:0'], 'expected a host name'],
  [['--allow-host', 'pty.example.org', '--stdio'], 'needs an HTTP or WebSocket listener'],
])('serve %j is refused', async (words, why) => {
  expect(await ptywright(['serve', ...words])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(why),
  });
});
