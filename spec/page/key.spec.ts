/** The key of the page, as it comes in an address that somebody may have written. */
import { expect, it } from 'vitest';
import { takeKey } from '../../src/page/key.ts';

function taken(hash: string) {
  const addresses: string[] = [];
  const past = { replaceState: (_: unknown, __: string, url: string) => void addresses.push(url) };
  return { key: takeKey({ hash, pathname: '/watch/', search: '' }, past), addresses };
}

const out = ['/watch/#/'];

it.each([
  ['#key=abcdefghijklmnop-_', 'abcdefghijklmnop-_'],
  ['#key=a+b/c=', 'a+b/c='],
  ['#key=a%2Fb%20c', 'a/b c'],
  ['#key=%zz', '%zz'],
  [`#key=${'x'.repeat(300)}`, 'x'.repeat(300)],
  ['#key=a&key=b#c', 'a&key=b#c'],
])('%s', (hash, key) => expect(taken(hash)).toEqual({ key, addresses: out }));

it('leaves no address with a key in it, nor touches one that has none', () => {
  expect(taken('#key=')).toEqual({ key: undefined, addresses: out });
  expect(taken('#/session/key=x')).toEqual({ key: undefined, addresses: [] });
});
