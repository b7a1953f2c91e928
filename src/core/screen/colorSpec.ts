/** Colours as programs write them for their terminal: `rgb:…`, `rgbi:…`, or digits behind a `#`. */
import type { Rgb } from './palette.ts';

/** Undefined for what is no colour, and for names, of which there are hundreds. */
export function readColor(spec: string): Rgb | undefined {
  const [, digits] = /^#((?:[\da-f]{3}){1,4})$/i.exec(spec) ?? [];
  if (digits !== undefined) return thirds(digits).map((channel) => highest(channel)) as unknown as Rgb;
  const [, ...channels] = /^rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})$/i.exec(spec) ?? [];
  if (channels.length > 0) return channels.map((channel) => scaled(channel)) as unknown as Rgb;
  const [, ...parts] = /^rgbi:([\d.]{1,16})\/([\d.]{1,16})\/([\d.]{1,16})$/i.exec(spec) ?? [];
  const values = parts.map((part) => Math.round(255 * Number(part)));
  return values.length > 0 && values.every((value) => value <= 255) ? (values as unknown as Rgb) : undefined;
}

const thirds = (digits: string): readonly string[] => {
  const length = digits.length / 3;
  return [0, 1, 2].map((at) => digits.slice(at * length, (at + 1) * length));
};

/** Digits behind a `#` are the first of each channel. */
const highest = (digits: string): number => Number.parseInt(digits.padEnd(2, '0').slice(0, 2), 16);

/** Those behind `rgb:` are all of it. */
const scaled = (digits: string): number =>
  Math.round((255 * Number.parseInt(digits, 16)) / (16 ** digits.length - 1));
