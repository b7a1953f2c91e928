/**
 * The form of a rule, the list of all rules, and the rules for payment card numbers. A card number is recognized by
 * its issuer, its length and the check digit (Luhn).
 */
import { contextRules } from './contextRules.ts';
import { namedValueRules } from './namedValueRules.ts';
import { tokenRules } from './tokenRules.ts';

const numberRange = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

/** First digits and number lengths per issuer. */
const cardIssuers: readonly { readonly begins: readonly string[]; readonly digits: readonly number[] }[] = [
  { begins: ['4'], digits: [16, 19] },
  { begins: [...numberRange(51, 55), ...numberRange(2221, 2720)], digits: [16] },
  { begins: ['34', '37'], digits: [15] },
  { begins: ['6011', ...numberRange(644, 649), '65'], digits: [16, 19] },
  { begins: [...numberRange(300, 305), '36', '38', '39'], digits: [14] },
  { begins: numberRange(3528, 3589), digits: [16] },
  { begins: ['62', '81'], digits: [16] },
];

const cardAnchors = cardIssuers.flatMap(({ begins }) =>
  begins.flatMap((start) => {
    const missing = 4 - start.length;
    return missing === 0
      ? [start]
      : numberRange(0, 10 ** missing - 1).map((rest) => start + rest.padStart(missing, '0'));
  }),
);

/** The digits after the first four. */
const remainingDigits = (gap: string) =>
  `${gap}(?:[0-9]{4}${gap}[0-9]{4}${gap}[0-9]{4}(?:${gap}[0-9]{3})?|[0-9]{6}${gap}[0-9]{4,5})`;

const cardRules: readonly SecretRule[] = [
  {
    kind: 'card_number',
    anchors: cardAnchors,
    // The first digits only identify the issuer. In a table of code points, some groups have letters.
    prefix: '(?<![\\w.,$#-]|[0-9][ :/]|\\b(?=[A-F]{0,3}[0-9])[0-9A-F]{4} )[0-9]{4}',
    secret: `(?:[0-9]{10,15}|${remainingDigits(' ')}|${remainingDigits('-')})(?![\\w-]|[ .,:/][0-9])`,
    judge: judgeCard,
  },
];

function judgeCard({ text, at, end }: RuleCandidate): RuleVerdict {
  const digits = text.slice(at, end).replaceAll(/[ -]/g, '');
  const known = cardIssuers.some(
    ({ begins, digits: lengths }) =>
      lengths.includes(digits.length) && begins.some((begin) => digits.startsWith(begin)),
  );
  return known && !isRepetitive(digits) && passesLuhnCheck(digits) && end;
}

/** Repeated groups and round numbers. */
const isRepetitive = (digits: string) => /^(\d{4})\1+$/.test(digits) || /0{9}$/.test(digits);

function passesLuhnCheck(digits: string): boolean {
  const sum = [...digits].reduceRight((total, digit, at) => {
    const twice = (digits.length - at) % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return sum % 10 === 0;
}

/** A match of a rule that is not judged yet. */
export interface RuleCandidate {
  readonly text: string;
  /** Position of the anchor. The prefix is from here to `start`. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  /** No more text follows. */
  readonly ended?: boolean;
}

/** The end of the secret; false if it is none; undefined if more text decides. */
export type RuleVerdict = number | false | undefined;

/**
 * A kind of secret. A rule is evaluated only at its anchors: lower case, at least three characters, found in any
 * case.
 * After a distinctive prefix, the length is open, because issuers may make tokens longer. Hiding one character too
 * many is better than showing one. A form that is distinctive by itself ignores the text before it, because an escape
 * sequence or an encoded character may end in a letter.
 */
export interface SecretRule {
  readonly kind: string;
  readonly anchors: readonly string[];
  /** Stays visible. Without it the whole match is hidden. */
  readonly prefix?: string;
  readonly secret: string;
  /** Checks the text before the anchor, up to `lookBehindChars`. */
  allowedAfter?(before: string): boolean;
  /** Extends a secret that reached the maximum length of its pattern. */
  readonly more?: string;
  /** Must follow the secret. */
  readonly after?: string;
  readonly ignoreCase?: boolean;
  /**
   * The longest possible start of a secret. If a candidate is rejected, no other one is searched inside its head.
   * This keeps the search linear where starts can be nested.
   */
  readonly head?: string;
  /** Decides what the pattern cannot. Looks ahead only as far as a stream may hold back. */
  judge?(found: RuleCandidate): RuleVerdict;
}

export const secretRules: readonly SecretRule[] = [
  ...tokenRules,
  ...contextRules,
  ...cardRules,
  ...namedValueRules,
];
