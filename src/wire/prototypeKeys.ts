/**
 * Keys that reach JavaScript's object model when somebody later copies an object carelessly. No method has a
 * parameter of such a name, so they are refused wherever they stand.
 */
import type { Params } from './envelope.ts';

const refused = new Set(['__proto__', 'constructor', 'prototype']);

/** Where the first such key stands, such as `env.__proto__`, or null. The nesting is bounded before it is parsed. */
export function prototypeKeyPath(value: Params | undefined): string | null {
  return value === undefined ? null : search(value);
}

function search(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value) ? searchItems(value) : searchFields(value as Record<string, unknown>);
}

function searchItems(items: readonly unknown[]): string | null {
  for (let at = 0; at < items.length; at++) {
    const below = search(items[at]);
    if (below !== null) return `${at}.${below}`;
  }
  return null;
}

function searchFields(fields: Record<string, unknown>): string | null {
  for (const key in fields) {
    if (refused.has(key)) return key;
    const below = search(fields[key]);
    if (below !== null) return `${shown(key)}.${below}`;
  }
  return null;
}

/** A key that a caller made up may be a secret, so only what looks like a parameter's name is repeated. */
const shown = (key: string) => (/^[a-z][a-z_]{0,31}$/.test(key) ? key : '*');
