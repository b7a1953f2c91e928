/**
 * Rules for secrets that are recognizable only by their context: headers, URLs, command lines, files, statements,
 * sentences and prompts.
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
  lookBehindChars,
  looksRandom,
} from './heuristics.ts';
import type { RuleCandidate, RuleVerdict, SecretRule } from './ruleMatcher.ts';
import { combine } from './tokenRules.ts';

const credentialCharacter = '[\\w=~@.+/-]';

const candidateText = ({ text, start: from, end }: RuleCandidate) =>
  text.slice(from, Math.min(end, from + 256));

/** Accepts any value that is not a reference or a location. */
const judgeLiteral = (found: RuleCandidate): RuleVerdict => {
  const value = candidateText(found);
  return /[\p{L}\p{N}]/u.test(value) && !isReference(value) && !isLocation(value) && found.end;
};

/** As `judgeLiteral`, unless the value is one of these. */
const judgeUnless =
  (...others: readonly ((value: string) => boolean)[]) =>
  (found: RuleCandidate): RuleVerdict =>
    judgeLiteral(found) && !others.some((is) => is(candidateText(found))) && found.end;

const judgeUnpronounceable = (least: number) => judgeUnless(isWordy, (value) => value.length < least);

/** A placeholder for a password, as in manuals. */
const isSecretPlaceholder = (value: string) =>
  /^['"]?(?:pass(?:word|wd)?|pwd|secret|token)['"]?$/i.test(value);

const headerRules: readonly SecretRule[] = [
  {
    kind: 'bearer',
    anchors: ['bearer'],
    prefix: '(?<![A-Za-z0-9])bearer[ \\t]{1,8}',
    secret: `${credentialCharacter}{8,}`,
    ignoreCase: true,
    judge: judgeUnless((value) => /^[a-z_-]+=$/.test(value) || (isPlainWord(value) && !looksRandom(value))),
  },
  // Prose contains `basic` and `token` too, so the value must look random.
  {
    kind: 'auth_header',
    anchors: ['basic', 'token'],
    prefix: '(?<![A-Za-z0-9])(?:[Bb]asic|BASIC|[Tt]oken|TOKEN)[ \\t]{1,8}',
    secret: `(?=${credentialCharacter}*(?:[0-9=]|[a-z][A-Z]${credentialCharacter}*[a-z][A-Z]))${credentialCharacter}{8,}`,
    judge: judgeUnless(isWordy, isHexConstant),
  },
  {
    kind: 'cookie',
    anchors: ['cookie'],
    prefix: '(?<![\\w.])(?:set-)?cookie["\']?:[ \\t]{0,8}\\[?["\']?[\\w.%-]{1,64}=',
    secret: '[^\\s;"\'][^"\'\\n]{0,4096}',
    ignoreCase: true,
    judge: (found) =>
      found.text
        .slice(found.at - 4, found.at + 4)
        .toLowerCase()
        .includes('set-')
        ? judgeCookie(found)
        : judgeLiteral(found),
  },
];

/** Hides only the value of Set-Cookie, not its attributes. */
function judgeCookie(found: RuleCandidate): RuleVerdict {
  const stop = found.text.indexOf(';', found.start);
  const end = stop >= 0 && stop < found.end ? stop : found.end;
  return judgeLiteral({ ...found, end }) && end;
}

const urlRules: readonly SecretRule[] = [
  {
    kind: 'url_credentials',
    anchors: ['://'],
    prefix: '://[^/\\s:@[\\]]{0,64}:',
    secret: '[^/\\s:@[\\]]{1,256}(?=@)',
    judge: judgeUnless(isSecretPlaceholder),
  },
  {
    kind: 'url_token',
    anchors: ['://'],
    prefix: '://',
    secret: '[^/\\s:@]{12,512}',
    after: '(?::(?:x-oauth-basic|x)?)?@',
    judge: judgeUnpronounceable(12),
  },
  {
    kind: 'url_query',
    anchors: ['?', '&', ';'].flatMap((sign) =>
      combine(sign, ['sig=', 'key=', 'code=', 'auth=', 'hash=', 'hmac=', 'sid=']),
    ),
    prefix: '[?&;](?:sig|key|code|auth|hash|hmac|sid)=',
    secret: '[^\\s&"\'<>#]{12,}',
    ignoreCase: true,
    judge: judgeUnpronounceable(12),
  },
  {
    kind: 'url_signature',
    anchors: ['signature='],
    prefix: '(?<=[?&;-])signature=',
    secret: '[^\\s&"\'<>#]{16,}',
    ignoreCase: true,
  },
];

/** Programs, and their options that take a password. */
const passwordOptions: readonly (readonly [programs: readonly string[], option: string])[] = [
  [['mysql', 'mariadb', 'mycli', 'xtrabackup', '7z', '7za', '7zr', 'rar', 'unrar'], '-p'],
  [['sshpass', 'mongo', 'mongosh', 'mongodump', 'mongorestore', 'cqlsh'], '-p[ ]?'],
  [
    ['docker login', 'podman login', 'nerdctl login', 'helm', 'oras', 'skopeo', 'az login', 'oc login'],
    '-p[ =]?',
  ],
  [['sqlcmd', 'bcp', 'mosquitto_pub', 'mosquitto_sub', 'zip', 'unzip'], '-P[ ]?'],
  [['redis-cli'], '-a[ ]'],
  [['ldapsearch', 'ldapmodify', 'ldapadd', 'ldapdelete', 'ldapwhoami'], '-w[ ]'],
  [['smbclient', 'rpcclient'], '-U[ ]["\']?[^\\s%\'"]{1,64}%'],
  [['lftp'], '-u[ ]["\']?[^\\s,\'"]{1,64},'],
  [['curl'], '(?:-[a-zA-Z]{0,8}[uU]|--(?:proxy-)?user)[ =]?["\']?[^\\s:\'"]{0,128}:'],
  [['curl'], '(?:-b|--cookie)[ =]["\']?[\\w.-]{1,64}='],
  [['htpasswd'], '-[a-zA-Z]{0,8}b[a-zA-Z]{0,8}[ ]\\S{1,64}[ ]\\S{1,64}[ ]'],
  [['xfreerdp', 'wfreerdp'], '/p:'],
  [['aws configure'], '(?:secret_access_key|session_token)[ ]'],
  [['vault login'], ''],
  [['openssl'], '-pass(?:in|out)?[ ]["\']?pass:'],
];

const isOptionName = (value: string) => /^-|^["']?[A-Z_]+["']?$/.test(value);
const judgeCommandLine = judgeUnless(isOptionName, isLiteral, isStatus);

const commandLineRules: readonly SecretRule[] = [
  ...passwordOptions.map(
    ([programs, option]): SecretRule => ({
      kind: 'command_line',
      anchors: programs.map((program) => (program.length < 3 ? `${program} ` : program)),
      prefix: `(?<![\\w.-])(?:${programs.join('|')})[\\w-]{0,16}(?=[ \\t])(?:[ \\t]|[ \\t][^\\n|;&]{0,160}?[ \\t])${option}["']?`,
      secret: '(?<=")[^"\\n]{1,512}|(?<=\')[^\'\\n]{1,512}|(?<!["\'])[^\\s"\']{1,512}',
      judge: judgeCommandLine,
    }),
  ),
  {
    kind: 'command_line',
    anchors: ['echo '],
    prefix: 'echo[ ]["\']?[\\w.-]{1,32}:',
    secret: '[^\\s"\']{1,256}',
    after: '["\']?[ ]{0,8}\\|[ ]{0,8}(?:sudo[ ])?chpasswd',
  },
];

const fileRules: readonly SecretRule[] = [
  {
    kind: 'netrc',
    anchors: ['login '],
    prefix: 'login[ \\t]{1,8}\\S{1,128}[ \\t]{1,8}password[ \\t]{1,8}',
    secret: '\\S{1,256}',
    judge: judgeUnless(isSecretPlaceholder, isProse, isOptionName, isLiteral, isStatus),
  },
  {
    kind: 'netrc',
    anchors: ['password ', 'password\t', 'secret '],
    prefix:
      '(?<=(?:^|\\n)[ \\t]{0,16}[+>-]?[ \\t]{0,8}(?:(?:enable|username[ ]\\S{1,32})[ ])?)(?:password|secret)[ \\t]{1,8}(?:[0-9][ ])?',
    secret: '[^\\s:=]{3,256}',
    after: '[ \\t\\r]*(?:\\n|$)',
    judge: (found) =>
      !(found.text.startsWith('secret', found.at) && isWordy(candidateText(found))) &&
      judgeUnless(isStatus, isProse, isLiteral)(found),
  },
  {
    kind: 'pgpass',
    anchors: [':5432:', ':5433:', ':6432:', ':6543:', ':*:'],
    prefix: ':(?:\\d{4,5}|\\*):[^\\s:]{1,64}:[^\\s:]{1,64}:',
    secret: '(?:[^\\s:\\\\]|\\\\.){1,256}',
    after: '[ \\t\\r]*(?:\\n|$)',
    judge: judgeLiteral,
  },
];

/** Only the same line, because a stream does not keep earlier lines. */
const lineBeforeAnchor = (text: string, at: number) =>
  text
    .slice(Math.max(0, at - lookBehindChars), at)
    .split('\n')
    .at(-1)!;

const isAfterQuote = ({ text, start: from }: RuleCandidate) => /["'`]/.test(text[from - 1] ?? '');

const sqlValue = `(?<=')[^'\\n]{1,512}|(?<=")[^"\\n]{1,512}`;

const statementRules: readonly SecretRule[] = [
  {
    kind: 'sql_password',
    anchors: ['identified by', 'identified with'],
    prefix:
      'identified[ ](?:with[ ]["\'`]?\\w{1,64}["\'`]?[ ])?(?:by|as)[ ](?:(?:password|values)[ ])?["\']?',
    secret: `${sqlValue}|(?<!["'])[^\\s"';,]{1,256}`,
    ignoreCase: true,
    judge: (found) => {
      const isStatement = /\b(?:create|alter|grant)\b/i.test(lineBeforeAnchor(found.text, found.at));
      const isSql = isAfterQuote(found) && /^IDENTIFIED/.test(found.text.slice(found.at, found.start));
      return (isStatement || isSql) && judgeUnless(isSecretPlaceholder)(found);
    },
  },
  {
    kind: 'sql_password',
    anchors: ["password '", 'password "'],
    allowedAfter: (before) =>
      /(?:^|[\s(])(?:(?:with|set|login|encrypted|unencrypted|superuser|createdb)[ ]|(?:create|alter)[ ](?:user|role|login|group)[ ].*)$/i.test(
        before.split('\n').at(-1)!,
      ),
    prefix: 'password[ ]["\']',
    secret: sqlValue,
    ignoreCase: true,
    judge: judgeUnless(isSecretPlaceholder, isStatus),
  },
  {
    kind: 'sql_password',
    anchors: ['set password for '],
    prefix: 'set[ ]password[ ]for[ ][^\\n=]{1,160}=[ ]?(?:(?:old_)?password[ ]?\\([ ]?)?["\']',
    secret: sqlValue,
    ignoreCase: true,
    judge: judgeLiteral,
  },
  {
    kind: 'command_line',
    anchors: ['sqlplus ', 'sqlldr ', 'expdp ', 'impdp ', 'rman '],
    prefix:
      '(?<![\\w.-])(?:sqlplus|sqlldr|expdp|impdp|rman)[ ](?:-\\S{1,16}[ ](?:\\d\\S{0,8}[ ])?){0,4}(?:userid=|target[ ])?["\']?\\w[\\w$#]{0,29}/',
    secret: '[^\\s"\'@]{1,128}',
    ignoreCase: true,
    judge: judgeCommandLine,
  },
];

const secretNouns = '(?:pass(?:word|phrase|code|wd)|secret|token|(?:api|access|secret)[ ]key)';

/** `password is X`. X must be quoted or look generated; after a colon, any word is hidden. */
const sentenceRules: readonly SecretRule[] = [
  {
    kind: 'sentence',
    anchors: [
      'password',
      'passphrase',
      'passcode',
      'passwd',
      'secret',
      'token',
      'api key',
      'access key',
      'secret key',
    ].flatMap((name) => combine(`${name} `, ['is', 'was', 'to'])),
    prefix: `(?<![A-Za-z])${secretNouns}[ ](?:is|was|to)(?:[ ](?:now|set[ ]to))?:?[ \\t]{1,8}["'\`]?`,
    secret: '(?<=")[^"\\n]{1,256}|(?<=\')[^\'\\n]{1,256}|(?<=`)[^`\\n]{1,256}|(?<!["\'`])[^\\s"\'`]{1,256}',
    ignoreCase: true,
    judge: judgeSentence,
  },
];

function judgeSentence(found: RuleCandidate): RuleVerdict {
  const isQuoted = isAfterQuote(found);
  const value = isQuoted ? candidateText(found) : candidateText(found).replace(/[.,;:!?)]+$/, '');
  const end = found.start + value.length;
  const prefix = found.text.slice(found.at, found.start);
  const byPeople = /^pass/i.test(prefix);
  const isOther = [isStatus, isLiteral, isQuantity, isSecretPlaceholder, isProse].some((is) => is(value));
  if (value.length < 4 || isOther || encodingName.test(value) || !judgeLiteral({ ...found, end }))
    return false;
  const isAfterLabel = byPeople && (isQuoted || /:[ \t]+$/.test(prefix));
  return (isAfterLabel || !isWordy(value) || (byPeople && looksLikePassword(value))) && end;
}

/** Letters and digits, as in many pronounceable passwords. */
const looksLikePassword = (value: string) => /^(?=.*\p{L})(?=.*\d)[^-/]{6,}$/u.test(value);

const encodingName = /^(?:base|utf|iso|oauth)-?\d/i;

/** The prompt, and the text after it if the terminal echoes the answer. */
const promptRules: readonly SecretRule[] = [
  {
    kind: 'prompt',
    anchors: ['password for ', 'passphrase for ', 'password for\t', 'pin for ', 'passcode for '],
    prefix: '(?:password|passphrase|passcode|pin)[ \\t]for[ \\t][^\\n]{1,200}?:[ \\t]',
    secret: '\\S[^\\n]{0,255}',
    ignoreCase: true,
    judge: judgePromptAnswer,
  },
];

function judgePromptAnswer(found: RuleCandidate): RuleVerdict {
  const line = found.text.slice(found.start, found.end).trimEnd();
  if (/^\S+:\/\//.test(line) || isReference(line) || isStatus(line) || isLiteral(line)) return false;
  if (/\s/.test(line) && (isProse(line) || isQuantity(line))) return false;
  return found.start + line.length;
}

export const contextRules: readonly SecretRule[] = [
  ...headerRules,
  ...urlRules,
  ...commandLineRules,
  ...statementRules,
  ...fileRules,
  ...sentenceRules,
  ...promptRules,
];
