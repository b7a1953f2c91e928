/** Values that a plugin gave and gets back: null and empty lists stay what they are on the way. */
import { jsonNull } from '../../../platform/lua/marks.ts';

export function kept(value: unknown): unknown {
  if (value === null) return jsonNull;
  if (Array.isArray(value)) return value.map(kept);
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, kept(field)]))
    : value;
}
