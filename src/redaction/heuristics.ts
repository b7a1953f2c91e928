/** Heuristics for values: random, a word, a number, a reference, a location, a literal, a status or prose. */

/** How far judging a value looks back before it and ahead of it, in characters. */
export const lookBehindChars = 48;
export const lookAheadChars = 80;
/** Number of characters of a value that are matched before it is judged. */
export const longValueChars = 256;

/** Part of a word as people and programs write it: pronounceable letters with a short number after them. */
function isWordLike(part: string): boolean {
  if (part === '' || /^[a-z]{1,5}$/.test(part)) return true;
  const name = part.replace(/^(?:ed|x|curve)(?:25519|448)/i, '');
  const [, letters = '', digits = ''] = /^(\p{L}*?)(\d*)$/u.exec(name) ?? [part, part, '0'.repeat(9)];
  if (letters === '') return digits.length <= 4;
  const words = splitCamelCase(letters);
  const isMixed = words.length > 2 && letters.length / words.length < 3;
  return digits.length <= 3 && !isMixed && words.every(isPronounceable);
}

/** Splits `camelCase` and `HTTPServer` into words. */
const splitCamelCase = (letters: string) =>
  letters.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+|\p{Lu}/gu) ?? [];

function isPronounceable(word: string): boolean {
  if (word.length > 16) return false;
  if (/[^\x00-\x7f]/.test(word)) return true;
  if (word.length <= 5) return true;
  return /[aeiouy]/i.test(word) && !/[^aeiouy]{6}/i.test(word);
}

/** Words separated by punctuation, as in names. */
export function isWordy(value: string): boolean {
  if (value !== lastWordy.value)
    lastWordy = { value, wordy: value.split(/[^\p{L}\p{N}]+/u).every(isWordLike) };
  return lastWordy.wordy;
}

/** Caches the last value, which is checked several times. */
let lastWordy = { value: '', wordy: true };

/** Letters, as in prose. */
export const isPlainWord = (value: string): boolean => /^[A-Za-z]+(?:[-'./][A-Za-z]+)*[.,;:!?]*$/.test(value);

/** Long and without words, so probably generated. */
export const looksRandom = (value: string, least = 16): boolean =>
  value.length >= least &&
  !isWordy(value) &&
  new Set(value).size >= Math.min(10, value.length / 2) &&
  (/\d/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value)) || value.length >= 20);

/** A number, quantity, version, date, or position in a file. */
export const isQuantity = (value: string): boolean =>
  /^[~<>≈]?[+-]?\d[\d.,]*(?:[kKMGT]?i?[bB]?|%|ms|s|x)?(?:\/.*)?$/.test(value) &&
  /[^\d]|^\d{1,3}$/.test(value);

/** As in C: `0x00000040UL` */
export const isHexConstant = (value: string): boolean => /^0x[0-9a-f]{1,8}u?l{0,2}[,;)]*$/i.test(value);

const referencePatterns = [
  /^\$(?:[({]|[A-Za-z_]\w*|\d$|[!@?](?:\\|$))/,
  /^[<[{(|%#@*~.…•·_=-]*$/,
  /^(?:\{\{|\{%|<%|#\{|%\(|\$\$|@@|!(?:Ref|Sub|GetAtt|secret|vault|reference|ENV)\b)/,
  /^<[^<>]*>$|^\[[^[\]]*\]$|^\{[^{}]*\}$|^%[A-Za-z_]*%?$|^%[-+#0-9.]*[a-zA-Z]$/,
  /^\{[A-Za-z_][\w.!:]*(?:\}|$)|^<[\w -]+>|^&(?:lt|#x3[cC]|#60);|\$\{[^}]*\}|\{\{.*\}\}|#\{[^}]*\}|\{(?:\d*|[a-z_]\w*)\}|(?:^|[^%])%[-+0-9.]*[sdrvq](?![A-Za-z0-9])|^#[0-9a-f]{3,8}$|^<\/?[a-z]+(?:[ >]|$)/i,
  /^(?:\*{3,}|[xX]{3,}|•{2,}|\.{3,}|-{3,}|_{3,}|0{4,}|#{3,})[\w.-]{0,4}$/,
  /^(?:arn:|ref\+|op:\/\/|vault:|secret:\/\/|ssm:|env:|file:|projects\/|secretsmanager:|kms:)/i,
  /^(?:your|insert|replace|enter|example|dummy|todo|fixme|redacted|masked|removed|placeholder)(?:$|[-_ .])/i,
  /^[\w-]*(?:_HERE|-here|_PLACEHOLDER|-placeholder|REDACTED)\W*$/i,
];

const repeatedCharacter = /^(.)\1{2,}$/;

/** A reference to a value, or a placeholder. */
export const isReference = (value: string): boolean =>
  repeatedCharacter.test(value) || referencePatterns.some((shape) => shape.test(value));

const placePattern =
  /^(?:(?:~|\.{1,2})?\/(?:usr|etc|bin|sbin|lib|opt|var|home|tmp|run|dev|root|mnt|srv|proc|sys|Users|private|app|data|workspace|secrets?|keys?|config)(?:\/|$)|~\/|\.{1,2}\/|[A-Za-z]:\\|(?:https?|file|s3|gs|git|ssh|ftp):\/\/)/;
const fileNamePattern =
  /^[\w./@+-]*\.(?:pem|key|pub|crt|json|ya?ml|toml|txt|md|html?|xml|conf|cfg|ini|env|lock|log|csv|db|sh|ts|tsx|js|jsx|mjs|py|rb|go|rs|c|h|cc|cpp|hpp|java|kt|cs|php|lua|sql|proto|tf|sock)$/;

/** A path, a URL, or a file name. */
export const isLocation = (value: string): boolean =>
  placePattern.test(value) || (fileNamePattern.test(value) && isWordy(value));

const wordsOf = (text: string) => new Set(text.trim().split(/\s+/));

/** Literals and types of programming languages. */
const literals = wordsOf(`
  null none nil undefined void true false yes no on off string str number int integer bool boolean bytes byte char text any object
  array list map record varchar uuid unknown never bearer basic digest negotiate static const let var new await async function func
  fn impl dyn mut typeof require keyof readonly self this
  bytea blob buffer uint8array arraybuffer varbinary
`);

/** Words that describe the state or the source of a secret instead of its value. */
const statusWords = wordsOf(`
  ok set unset n/a na nan required optional missing invalid valid empty expired expires incorrect wrong accepted rejected
  denied failed failure success successful succeeded changed unchanged updated created deleted removed rotated revoked enabled
  disabled needed provided found absent present given auto automatic generated inherit inherited include omit
  same-origin hidden masked redacted encrypted plain plaintext prompt stdin interactive deprecated unsupported supported mismatch
  weak strong token private public files compat db sss systemd ldap nis winbind pending loading loaded verified unverified
  authenticated unauthorized forbidden expected input output value error warning info debug configured unavailable available used unused
  active inactive passed skipped fail ask never always saved stored ignored cached refreshed
  cancelled canceled aborted
  option options flag flags argument arguments parameter parameters field fields prompted command
`);

/** Words that nearly every sentence contains, but few passphrases. */
const proseWords = wordsOf(`
  a an and are as at be been but by can cannot could did do does don't for from had has have how if in into is isn't it its
  may must need needs new not of on only or please should so that the their then there these they this to too until was we were what
  when where which while who will with without would you your
  return raise authentication login sign reset confirm repeat enter type length minimum least characters
  invalid required incorrect wrong failed error missing forgot forgotten
`);

const normalizeWord = (word: string) =>
  word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const algorithmName =
  /^(?:ed|x|curve|sha|secp|aes|rsa|hs|rs|es|ps|md|blake|hmac|chacha)\w{0,5}-?\d{2,5}\w{0,3}$|^wpa[23]?(?:-[a-z]{2,10})?$/i;

export const isLiteral = (value: string): boolean =>
  literals.has(normalizeWord(value)) || algorithmName.test(value);
export const isStatus = (value: string): boolean => statusWords.has(normalizeWord(value));
export const isProse = (text: string): boolean =>
  text
    .split(/\s+/)
    .some((word) => proseWords.has(normalizeWord(word)) || statusWords.has(normalizeWord(word)));
