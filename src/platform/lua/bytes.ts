/**
 * Strings of Lua are arrays of bytes outside of the heap, which no limit of a thread counts, and fengari makes them
 * without asking. In a worker the global that it makes them with is replaced by one that asks.
 */
import { limits } from '../../core/limits.ts';
import { charge } from './memory.ts';

/** What an array costs beside its bytes. */
const arrayBytes = 160;

/** A buffer is doubled when it is full, so the one in which the longest string is put together may be twice as long. */
const longestBuffer = 2 * limits.pluginStringBytes;

let whenTooLong = (): never => {
  throw new RangeError('a string is too long');
};

/** How a script is told that a string would be too long. */
export function refuseLongStrings(refuse: () => never): void {
  whenTooLong = refuse;
}

/** Of a string that would have as many bytes. */
export function checkLength(bytes: number): void {
  if (bytes > limits.pluginStringBytes) whenTooLong();
}

const Bytes = globalThis.Uint8Array;

function AskingBytes(this: unknown, ...given: readonly unknown[]): Uint8Array {
  const [first] = given;
  if (typeof first === 'number') {
    if (first > longestBuffer) whenTooLong();
    charge(first + arrayBytes);
    return new Bytes(first);
  }
  return Reflect.construct(Bytes, given) as Uint8Array;
}

AskingBytes.prototype = Bytes.prototype;
Object.setPrototypeOf(AskingBytes, Bytes);

/** Once in a worker, before a script runs. Whatever is an array of bytes still is one. */
export function boundBytes(): void {
  globalThis.Uint8Array = AskingBytes as unknown as Uint8ArrayConstructor;
}

/** A copy that is on the account. */
export function copyOf(bytes: Uint8Array): Uint8Array {
  charge(bytes.length + arrayBytes);
  return new Bytes(bytes);
}
