/** Addresses of `serve --listen`: what each part means, and what an error says. */
import { describe, expect, it } from 'vitest';
import { parseListenAddress } from '#server/listenAddress.ts';

describe('an address', () => {
  it.each([
    ['ptywright+unix:/run/p.sock', { dialect: 'ptywright', transport: 'unix', address: '/run/p.sock' }],
    ['ptywright+stdio:', { transport: 'stdio', address: '' }],
    ['wsh+http://127.0.0.1:8080', { dialect: 'wsh', transport: 'http', address: '//127.0.0.1:8080' }],
    ['ptywright+unix:/a+b:c', { address: '/a+b:c' }],
    ['ptywright+unix:/what?', { address: '/what?' }],
  ])('%s is understood', (text, parts) => {
    expect(parseListenAddress(text)).toMatchObject(parts);
  });

  it.each([
    ['/run/p.sock', 'expected DIALECT+TRANSPORT:ADDRESS'],
    ['telnet+unix:/p', 'unknown dialect telnet; expected one of ptywright'],
    ['ptywright+tcp:1', 'unknown transport tcp; expected one of '],
    ['ptywright+stdio:/p', 'stdio has no address'],
    ['ptywright+unix:', 'the socket path is missing'],
    ['wsh+http://127.0.0.1:99999', '99999'],
    ['ptywright+unix:/p?color=red', 'ptywright has no option color; '],
  ])('%s is refused: %s', (text, reason) => {
    expect(parseListenAddress(text)).toContain(`${text}: `);
    expect(parseListenAddress(text)).toContain(reason);
  });
});

describe('the options of termwright', () => {
  it('have defaults, which the address overrides', () => {
    const options = (text: string) => (parseListenAddress(text) as { options: object }).options;
    expect(options('termwright+unix:/p')).toEqual({ wire: 'document', rows: 24, cols: 80 });
    expect(options('termwright+unix:/p?rows=30&wire=client')).toEqual({ wire: 'client', rows: 30, cols: 80 });
  });

  it.each([
    ['rows=0', 'rows=0: expected a whole number from 1 to '],
    ['rows=2.5', 'rows=2.5: expected a whole number'],
    ['wire=other', 'wire=other: expected document or client'],
    ['constructor=1', 'termwright has no option constructor; expected one of '],
  ])('are checked: %s', (query, reason) => {
    expect(parseListenAddress(`termwright+unix:/p?${query}`)).toContain(reason);
  });
});
