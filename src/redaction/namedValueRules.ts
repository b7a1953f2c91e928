/**
 * Rules for values after a name such as `password` or `token`. The name alone does not decide. A password may be any
 * word; a token or key must look generated. Code, types, references, states and parts of sentences are not secrets.
 */
import {
  isHexConstant,
  isLiteral,
  isLocation,
  isPlainWord,
  isProse,
  isQuantity,
  isReference,
  isStatus,
  isWordy,
  longValueChars,
  lookAheadChars,
  lookBehindChars,
  looksRandom,
} from './heuristics.ts';
import type { RuleCandidate, RuleVerdict, SecretRule } from './ruleMatcher.ts';
import { combine } from './tokenRules.ts';

const keyOwners =
  'api|access|private|account|encryption|decryption|signing|signature|master|auth|session|shared|client|storage|service|application|app|hmac|jwt|cipher|crypto|cookie|deploy|webhook|license|subscription|admin|root|preshared|consumer|aes|rsa|des';
const nameSeparators = ['=', ':', '"', "'", '\\', ' ', '_', '-', '>', '`', ...'0123456789'];

/** A pattern for names and the anchors to find them. */
interface SecretNames {
  readonly words: string;
  readonly anchors: readonly string[];
}

/** Names of values that people choose. */
const passwordNames: SecretNames = {
  words: '(?:pass(?:word|wort|wd|phrase|code)?|pwd|(?<![a-z])psk|contrase(?:n|ñ)a|mot[ _-]de[ _-]passe)',
  anchors: [
    ...['passwor', 'passwd', 'passphrase', 'passcode', 'psk', 'contrase'],
    ...combine('mot', [' de passe', '_de_passe', '-de-passe']),
    ...combine('pass', nameSeparators),
    ...combine('pwd', nameSeparators),
  ],
};

/** Names of values that are mostly generated. */
const tokenNames: SecretNames = {
  words:
    '(?:secret|token|credentials?|authorization|(?<![a-z0-9])_?auth|jwt|sess(?:ion)?[ _-]?id|connect\\.sid|connection[ _-]?string|mnemonic|seed[ _-]?phrase)',
  anchors: [
    ...['secret', 'token', 'credential', 'authorization', '_auth', 'jwt', 'connect.sid', 'mnemonic'],
    ...combine('auth', ['"', "'", '\\', '=']),
    ...combine('sess', ['ionid', 'ion_id', 'ion-id', 'id', '_id']),
    ...combine('connection', ['string', '_string', '-string', ' string']),
    ...combine('seed', ['phrase', '_phrase', '-phrase', ' phrase']),
  ],
};

const keyNames: SecretNames = {
  words: `(?:${keyOwners})[ _-]?key`,
  anchors: keyOwners.split('|').flatMap((owner) => combine(owner, ['key', ' key', '_key', '-key'])),
};

const nameEndings =
  'key|value|hash|base64|b64|base|data|string|plain(?:text)?|enc(?:rypted)?|current|new|old|prod|dev|test|staging|live|confirm(?:ation)?|again';
const nameTail = `(?:[_-]?(?:${nameEndings})|[_-]?\\d{1,3}){0,3}`;
const authScheme = '(?:bearer|basic|token|digest|negotiate|bot)';
const blanks = '[ \\t]{0,8}';
const openQuote = '(?:[bfru@$]{0,2}\\\\{0,3}["\'`])';
const closeQuote = '\\\\{0,3}["\'`]?';

const assignmentSign = '(?::=|=>|\\?=|\\|\\|=|[!=]==?(?=[ \\t]*["\'])|=(?![=>~])|:(?![:=]))';
/** `{"name": "DB_PASSWORD", "value": "…"}`, `<input name="password" value="…">` */
const valueAttribute =
  '["\'](?:,[ ]?["\']value["\']:[ ]?|[ \\t](?:[\\w-]{1,32}=["\'][^"\'<>]{0,64}["\'][ \\t]){0,3}value=)(?=["\'])';

/** The opening quote belongs to the prefix and decides where the value ends. */
const valuePattern = [
  '(?<=\\\\")[^"\\\\\\n]{1,4096}',
  "(?<=\\\\')[^'\\\\\\n]{1,4096}",
  '(?<=")(?:[^"\\\\\\n]|\\\\[^\\n]){1,4096}',
  "(?<=')(?:[^'\\\\\\n]|\\\\[^\\n]){1,4096}",
  '(?<=`)(?:[^`\\\\\\n]|\\\\[^\\n]){1,4096}',
  `(?<!["'\`])[^\\s,'"\\]}]{1,${longValueChars}}`,
].join('|');

const assignmentRule = ({ words, anchors }: SecretNames): SecretRule => ({
  kind: 'assignment',
  anchors,
  prefix: `${words}${nameTail}(?:${valueAttribute}|${closeQuote}[\\])}]?\\*{0,2}${blanks}${assignmentSign})\\*{0,2}${blanks}(?:${authScheme}[ \\t]{1,8})?${openQuote}?(?:${authScheme}[ \\t]{1,8})?`,
  secret: valuePattern,
  more: '[^\\s,\'"\\]}]*',
  ignoreCase: true,
  judge: judgeNamed,
});

/** `--password X`, also as list items: `"--password", "X"`. */
const optionRule = ({ words, anchors }: SecretNames): SecretRule => ({
  kind: 'option',
  anchors,
  allowedAfter: (before) => isOption(before),
  prefix: `${words}${nameTail}(?:["'],[ \\t]{0,4}["']|[ ]["']?)`,
  secret: valuePattern,
  more: '[^\\s,\'"\\]}]*',
  ignoreCase: true,
  judge: judgeNamed,
});

/** `define('DB_PASSWORD', 'X')`, `setenv("DB_PASSWORD", "X", 1)` */
const argumentRule = ({ words, anchors }: SecretNames): SecretRule => ({
  kind: 'argument',
  anchors,
  allowedAfter: (before) => setterCall.test(before),
  prefix: `${words}${nameTail}["'],[ \\t]{0,16}["']`,
  secret: valuePattern,
  ignoreCase: true,
  judge: judgeNamed,
});

const setterCall =
  /(?:define|set(?:env|default|prop(?:erty)?|environmentvariable|config|secret|option)?|put(?:env)?)\([ \t]{0,8}["'][\w.-]*$/i;

/** `<password>X</password>` */
const elementRule = ({ words, anchors }: SecretNames): SecretRule => ({
  kind: 'element',
  anchors,
  allowedAfter: (before) => /<[\w.:-]*$/.test(before),
  prefix: `${words}${nameTail}(?:[ \\t][^<>\\n]{0,64})?>`,
  secret: '[^<\\n]{1,1024}(?=<)',
  ignoreCase: true,
  judge: judgeNamed,
});

export const namedValueRules: readonly SecretRule[] = [passwordNames, tokenNames, keyNames].flatMap((all) => [
  assignmentRule(all),
  optionRule(all),
  argumentRule(all),
  elementRule(all),
]);

interface NamedValue {
  readonly chosen: boolean;
  readonly secret: boolean;
  readonly quoted: boolean;
  readonly equals: boolean;
  /** No blank between the sign after the name and the value. */
  readonly tight: boolean;
  /** In an `Authorization` header, or after a scheme such as `Bearer`. */
  readonly header: boolean;
  /** `token=`, which also names the kind of a token of a lexer. */
  readonly kind: boolean;
  readonly before: string;
  readonly value: string;
  readonly rest: string;
  /** The line ends after `rest`, or `rest` has the maximum length. */
  readonly complete: boolean;
}

const passwordNameStart = new RegExp(`^${passwordNames.words}`, 'i');
const schemeEnd = new RegExp(`[ \\t:="']${authScheme}[ \\t]+["']?$`, 'i');
const judgedChars = 128;

function readNamedValue({ text, at, start, end, ended = false }: RuleCandidate): NamedValue {
  const prefix = text.slice(at, start);
  const quoted = /["'`]$/.test(prefix);
  const feed = text.indexOf('\n', end);
  const stop = Math.min(feed < 0 ? text.length : feed, end + lookAheadChars);
  return {
    chosen: passwordNameStart.test(prefix),
    secret: /^secret/i.test(prefix),
    quoted: quoted || prefix.endsWith('>'),
    equals: /[=]|value/.test(prefix),
    tight: !/[ \t]$/.test(prefix),
    header: /^authorization/i.test(prefix) || schemeEnd.test(prefix),
    kind: prefix === 'token=' && !/[\w-]/.test(text[at - 1] ?? ''),
    before: text.slice(Math.max(0, at - lookBehindChars), at),
    value: text.slice(start, Math.min(end, start + judgedChars)),
    rest: text.slice(end, stop),
    complete: ended || feed >= 0 || stop < text.length,
  };
}

/** A line of a test report, or a resource name. */
const reportLineStart = /(?:[✓✔✗✘❯√×]\s+[\w ]*|:\d{12}:)$/u;

const lexerWords =
  /(?:unexpected|illegal|expected|unknown|next|current|previous|peek|bad|stray|reserved)\s*$/i;

function judgeNamed(found: RuleCandidate): RuleVerdict {
  const named = readNamedValue(found);
  const { quoted } = named;
  const literal = quoted ? named.value : unwrapValue(named.value);
  if (
    !/[\p{L}\p{N}]/u.test(literal) ||
    isReference(literal) ||
    isReference(named.value) ||
    isLocation(literal)
  )
    return false;
  if (quoted ? /^(?:\s|[,;)\]}]|[+.]\s)/.test(literal) : isOption(named.before) && /^-/.test(literal))
    return false;
  if (!quoted && (isCode(named) || (isOption(named.before) && /^[A-Z][A-Z_]*$/.test(literal)))) return false;
  if (isLiteral(literal) || (isQuantity(literal) && !(named.chosen && named.equals))) return false;
  if (isOtherPass(found, named, literal)) return false;
  if (reportLineStart.test(named.before) && !/\d/.test(literal)) return false;
  if (isFileName(named) || lexerWords.test(named.before)) return looksRandom(literal) && found.end;
  return named.chosen ? judgePassword(found, named, literal) : judgeToken(named, literal) && found.end;
}

/** `PASS: testsuite`, `PASS=12`, `First pass: compile`, `pwd=/srv/app/current`: no passwords, despite their names. */
function isOtherPass(
  { text, at, start }: RuleCandidate,
  { before, quoted, tight }: NamedValue,
  literal: string,
): boolean {
  const [, name, sign] = /^(pass|pwd)[ \t]*([:=])[ \t]*$/i.exec(text.slice(at, start)) ?? [];
  if (name === undefined || quoted) return false;
  const isWhole = !/[\w-]$/.test(before);
  if (/^pwd$/i.test(name))
    return (isWhole || /\bOLD$/.test(before)) && /^(?:\/[\w.@+-]+)+\/?$/.test(literal) && isWordy(literal);
  if (sign === '=') return isWhole && isQuantity(literal);
  if (name === 'PASS' && (isWhole || /(?<![\w-])X$/.test(before))) return !tight && isWordy(literal);
  const [, kind] = /(?<![\w-])([A-Za-z]+) $/.exec(before) ?? [];
  return (
    kind !== undefined && !passwordOwner.test(kind) && !tight && /^[a-z]+$/i.test(literal) && isWordy(literal)
  );
}

/** Words before `pass` where it means a password. */
const passwordOwner =
  /^(?:admin|account|db|database|default|e?mail|ftp|guest|h(?:is|er)|login|m(?:y|ysql)|new|old|postgres|redis|root|smtp|server|ssh|temp(?:orary)?|the|user(?:name)?|vpn|wi-?fi|wlan|your)$/i;

/** Removes the end of a statement or sentence, and later settings of a list. */
const unwrapValue = (value: string) =>
  value.replace(/^([^;&]+)[;&].*$/s, '$1').replace(/^[(<[]+(?=\w)|[).:;!?>]+$/g, '') || value;

/** A file with that name, such as `/etc/passwd:…`, of which a line is printed. */
const isFileName = ({ before, equals, quoted }: NamedValue) =>
  !equals && !quoted && /[\w.]\/[\w.-]*$/.test(before);

const sensitiveWord = /pass(?:word|wd|phrase)?|pwd|\bpw\b|secret|token|credential|(?:^|[^a-z])key|auth/i;

function isCode({ value, rest, chosen: byPeople, equals, tight, before }: NamedValue): boolean {
  const called = /^[&*!|@]?([A-Za-z_$][\w$]*(?:(?:\.|::?|->|\?\.)[A-Za-z_$][\w$]*)*)[([<]/.exec(value)?.[1];
  if (called !== undefined && (/[.:>]/.test(called) || isWordy(called))) return true;
  if (/^[&*][A-Za-z_']/.test(value) && isWordy(value)) return true;
  if (/^\[(?:[iu](?:8|16|32|64|128|size)|f32|f64|bool|byte|char)(?:;|$)/.test(value)) return true;
  if (
    /^(?:[(:]|\w+\|)/.test(value) ||
    /^[ \t]+=(?:[ \t>]|$)/.test(rest) ||
    (/^[bfru@]{1,2}$/.test(value) && /^["']/.test(rest))
  )
    return true;
  if (!tight && isConstant(value, rest)) return true;
  const identifier = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*(?=$|[;):,?|=])/.exec(
    value,
  )?.[0];
  if (identifier === undefined || !isWordy(identifier)) return false;
  if (identifier.toUpperCase() === identifier && sensitiveWord.test(identifier) && identifier.length > 3)
    return true;
  if (
    /[;)]+$/.test(value) &&
    (!byPeople || !/\d/.test(identifier)) &&
    !(equals && tight && !value.endsWith(')') && byPeople)
  )
    return true;
  // `username, password = pair`
  if (equals && !tight && /[A-Za-z_]\w*, (?:\w+\.)*$/.test(before)) return true;
  const dotted = /\.|::|->|\?\./.test(identifier);
  if (dotted)
    return (
      !byPeople ||
      !tight ||
      sensitiveWord.test(identifier) ||
      /^(?:this|self|process|os|config|settings|env|req|ctx|args|opts|options|params|props|data|user)\b/.test(
        identifier,
      )
    );
  if (!equals && !isOption(before) && /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(identifier)) return true;
  if (/^(?:,(?:[ \t]|$)|\))/.test(rest) || /\)$/.test(value))
    return sensitiveWord.test(identifier) || (!byPeople && /^[A-Za-z_]+$/.test(identifier));
  return !tight && (sensitiveWord.test(identifier) || /^[ \t]*=>/.test(rest));
}

/** `ERR_BAD_PASSPHRASE = 11,`, `CKF_TOKEN = 0x00000040UL` */
const isConstant = (value: string, rest: string): boolean =>
  isHexConstant(value) || (/^\d{1,3}(?:[;)]+$|$)/.test(value) && /^\d+[,;)}]/.test(value + rest));

function judgeToken({ equals, tight, quoted, secret, header, kind }: NamedValue, literal: string): boolean {
  if (isStatus(literal)) return false;
  if (kind && /^[A-Z_]{2,12}$/.test(literal) && isWordy(literal)) return false;
  if (literal === 'helper') return false;
  if (header && /^[a-z_-]+=$/.test(literal)) return false;
  if (header) return !isPlainWord(literal) || looksRandom(literal);
  if (/\s/.test(literal) && (!quoted || isProse(literal))) return false;
  if (quoted && literal.length < 4) return false;
  if (/\s/.test(literal)) return secret || /\d/.test(literal) || !isWordy(literal);
  if (equals && (quoted ? secret || !isResourceName(literal) : tight)) return true;
  if (quoted) return !isResourceName(literal) || (secret && /^\p{L}+$/u.test(literal));
  return !isWordy(literal) && literal.length >= 6;
}

/** A word, or a name of a resource: `my-tls-cert-2`. */
const isResourceName = (value: string) =>
  isWordy(value) && /^\p{L}+(?:[-_.:/]\p{L}+)*(?:[-_.:/]\p{L}*\d{1,3})?$/u.test(value);

const isOption = (before: string) => /(?:^|[\s"'[(])--?[\w-]*$/.test(before);

function judgePassword(found: RuleCandidate, named: NamedValue, literal: string): RuleVerdict {
  const { quoted, equals, tight, rest, complete } = named;
  const label = /^\p{Lu}/u.test(literal) && sensitiveWord.test(literal);
  if (quoted)
    return (
      !(isStatus(literal) && !equals) && !label && !(/\s/.test(literal) && isSentence(literal)) && found.end
    );
  if (isStatus(literal)) return false;
  if (equals && tight) return found.end;
  if (!/^\p{L}+[.,;:!?]?$/u.test(named.value)) return found.end;
  if (isProse(literal) || label) return false;
  if (isOption(named.before)) return found.end;
  if (!complete) return undefined;
  if (isProse(rest)) return false;
  return /^(?:[ \t]+[\p{L}\p{N}'-]+){1,8}[ \t\r]*$/u.test(rest) && !equals
    ? found.end + rest.trimEnd().length
    : found.end;
}

const isSentence = (text: string) =>
  isProse(text) || /^\p{Lu}\p{Ll}+\s+\p{Ll}/u.test(text) || /[.?!:…]$/.test(text);
