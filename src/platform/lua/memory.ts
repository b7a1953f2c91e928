/** Accounts for the memory that a script allocates. There is one script in a thread, so there is one account. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limits } from '#limits.ts';

/**
 * The heap is measured once per this many bytes, because a measurement costs as much as a hundred Lua instructions. The
 * interval is short enough to detect full memory long before the thread fails.
 */
const checkEveryBytes = 4 * 1024 * 1024;

let uncheckedBytes = 0;
let onMemoryFull: (() => void) | undefined;

/** Sets the callback for a script that exceeds `limits.pluginMemoryBytes`. */
export function onMemoryExceeded(full: () => void): void {
  uncheckedBytes = 0;
  onMemoryFull = full;
}

export function chargeMemory(bytes: number): void {
  uncheckedBytes += bytes;
  if (uncheckedBytes > checkEveryBytes) checkHeap();
}

/** A collection takes tens of milliseconds, so there is at least this much new memory between two of them. */
const bytesBetweenCollections = 32 * 1024 * 1024;

let collectAbove = limits.pluginMemoryBytes;

/** The engine keeps 64 MiB of dropped arrays and more, so garbage is collected before a script is stopped. */
function checkHeap(): void {
  uncheckedBytes = 0;
  if (usedBytes() <= collectAbove) return;
  collectGarbage();
  // Arrays are freed in another thread. The second collection waits for it.
  if (usedBytes() > limits.pluginMemoryBytes) collectGarbage();
  const kept = usedBytes();
  if (kept > limits.pluginMemoryBytes) onMemoryFull?.();
  collectAbove = Math.max(limits.pluginMemoryBytes, kept + bytesBetweenCollections);
}

function usedBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

let collect: (() => void) | undefined;

/** Node has no function for this. A context that is created while the flag is set has one. */
function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
  }
  collect();
}

/**
 * Lua strings are byte arrays outside the heap. The heap limit of a thread does not count them, and fengari allocates
 * them without a check. A worker therefore replaces the global Uint8Array by a version that counts.
 */

/** Estimated overhead of an array, in bytes. */
const arrayOverheadBytes = 160;

/** A buffer doubles when it is full, so the buffer that builds the longest string may be twice as long. */
const maxBufferBytes = 2 * limits.pluginStringBytes;

let onStringTooLong = (): never => {
  throw new RangeError('a string is too long');
};

/** Sets the function that raises the error for a string that is too long. */
export function setStringTooLongHandler(refuse: () => never): void {
  onStringTooLong = refuse;
}

/** Raises an error if a string of this length is too long. */
export function checkStringLength(bytes: number): void {
  if (bytes > limits.pluginStringBytes) onStringTooLong();
}

const NativeUint8Array = globalThis.Uint8Array;

function BoundedUint8Array(this: unknown, ...given: readonly unknown[]): Uint8Array {
  const [first] = given;
  if (typeof first === 'number') {
    if (first > maxBufferBytes) onStringTooLong();
    chargeMemory(first + arrayOverheadBytes);
    return new NativeUint8Array(first);
  }
  return Reflect.construct(NativeUint8Array, given) as Uint8Array;
}

BoundedUint8Array.prototype = NativeUint8Array.prototype;
Object.setPrototypeOf(BoundedUint8Array, NativeUint8Array);

/** Call once in a worker, before a script runs. The replacement keeps the prototype of Uint8Array. */
export function installBoundedArrays(): void {
  globalThis.Uint8Array = BoundedUint8Array as unknown as Uint8ArrayConstructor;
}

/**
 * An array of more than `heapBytes` has memory outside the heap, which takes a microsecond to allocate. Strings up to
 * `longestInSlab` share theirs. One that is kept also keeps its slab, so a slab is small.
 */
const heapBytes = 64;
const slabBytes = 4096;
const longestInSlab = slabBytes / 4;
let slab = new NativeUint8Array(slabBytes);
let slabUsed = 0;

/** Copies an array and charges the memory account. */
export function copyBytes(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  chargeMemory(length + arrayOverheadBytes);
  if (length <= heapBytes || length > longestInSlab) return new NativeUint8Array(bytes);
  if (slabUsed + length > slabBytes) {
    slab = new NativeUint8Array(slabBytes);
    slabUsed = 0;
  }
  const stored = slab.subarray(slabUsed, slabUsed + length);
  stored.set(bytes);
  slabUsed += length;
  return stored;
}

const encoder = new TextEncoder();
const encoded = new NativeUint8Array(slabBytes);
const bytesPerUnit = 3;

/** Encodes a text as UTF-8 and charges the memory account. Replaces lone surrogates as JSON does. */
export function toBytes(text: string): Uint8Array {
  if (text.length * bytesPerUnit <= encoded.length)
    return copyBytes(encoded.subarray(0, encoder.encodeInto(text, encoded).written));
  chargeMemory(text.length + arrayOverheadBytes);
  return encoder.encode(text);
}
