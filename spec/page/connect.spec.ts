/** Reads the key of the page from an address that may be hand-written. */
import { expect, it } from 'vitest';
import { takeKey } from '#page/connect.ts';

function taken(hash: string) {
  const addresses: string[] = [];
  const past = { replaceState: (_: unknown, __: string, url: string) => void addresses.push(url) };
  return { given: takeKey({ hash, pathname: '/watch/', search: '' }, past), addresses };
}

const out = ['/watch/#/'];

it.each([
  ['#key=abcdefghijklmnop-_', 'abcdefghijklmnop-_'],
  ['#key=a+b/c=', 'a+b/c='],
  ['#key=a%2Fb%20c', 'a/b c'],
  ['#key=%zz', '%zz'],
  [`#key=${'x'.repeat(300)}`, 'x'.repeat(300)],
  ['#key=a&key=b#c', 'a&key=b#c'],
])('%s', (hash, key) => expect(taken(hash)).toEqual({ given: { key, name: undefined }, addresses: out }));

it.each([
  ['#as=ada&key=a', { name: 'ada', key: 'a' }],
  ['#as=Ada%20%26%20Co&key=as=b&key=c', { name: 'Ada & Co', key: 'as=b&key=c' }],
  ['#as=&key=a', { name: undefined, key: 'a' }],
  [`#as=${'x'.repeat(300)}&key=a`, { name: 'x'.repeat(128), key: 'a' }],
])('%s, with a name', (hash, given) => expect(taken(hash)).toEqual({ given, addresses: out }));

it('removes the key from the URL, and leaves a URL without a key unchanged', () => {
  expect(taken('#key=')).toEqual({ given: { key: undefined, name: undefined }, addresses: out });
  expect(taken('#/session/key=x')).toEqual({ given: undefined, addresses: [] });
});
