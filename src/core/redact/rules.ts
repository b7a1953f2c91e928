/**
 * What a secret looks like, one row a kind. A row is looked at only where one of its anchors stands, so that text
 * without any costs one pass. Anchors are in lower case and found in any case, and no anchor begins another.
 *
 * What follows a distinctive prefix is open-ended where issuers say that lengths may grow, and because a character
 * too many is hidden more cheaply than one too few is shown.
 */
export interface Rule {
  readonly kind: string;
  readonly anchors: readonly string[];
  /** Stays readable; where it is absent the whole match is hidden. */
  readonly prefix?: string;
  readonly secret: string;
  readonly ignoreCase?: boolean;
  /**
   * What a secret begins with, as far as it goes. Where one that begins so is none, nothing is that begins further on
   * inside it: this keeps the search linear where beginnings can stand inside one another.
   */
  readonly head?: string;
}

// A word starts here. `\n` and its like, written out in a JSON string, do not belong to the word after them.
const start = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt]))';

const each = (before: string, middles: readonly string[], after: string) =>
  middles.map((middle) => `${before}${middle}${after}`);

const wordKeys = each('', ['api', 'access', 'private', 'account'], '').flatMap((word) =>
  each(word, ['', ' ', '_', '-'], 'key'),
);

const sensitiveName =
  '(?:pass(?:word|wd|phrase)|secret|token|credentials?|authorization|(?:api|access|private|account)[ _-]?key)';
const nameTail = '(?:[_-]?(?:key|value|hash|base64|b64)|[_-]?\\d{1,3})?';
const assigns = '(?::=|=>|=(?![=>~])|:(?![:=]))';
const scheme = '(?:bearer|basic|token|digest|negotiate)';

// Values that a program writes where a secret would stand: nothing, a type, a reference to another place, a call.
const noSecret = [
  `(?!(?:null|none|nil|undefined|true|false|string|number|boolean|bool|str|int|any|object|bytes|include|omit|same-origin)[;)]*(?:[\\s,'"\\]}]|$))`,
  `(?!${scheme}(?:\\s|$))`,
  '(?![!-/:-@[-`{-~]+(?:\\s|$))',
  '(?!\\$[({]|\\{\\{|\\$[A-Z_][A-Z0-9_]*(?:\\s|$))',
  '(?!(?:this|self|process|os)\\.)',
  '(?!/(?:usr|etc|bin|sbin|lib|opt|var|home|tmp|run|dev)/)',
  '(?!(?:new|await|async|function|typeof|require)(?:[\\s(]|$))',
  '(?!(?<== )[A-Za-z_$]+(?:\\.[A-Za-z_$]+)*(?:;(?:\\s|$)|\\[))',
  '(?![A-Za-z_$]+(?:\\.[A-Za-z_$]+)*\\()',
].join('');

// The quote that opens a value belongs to the prefix; what it is decides where the value ends.
const value = [
  '(?<=\\\\")[^"\\\\\\n]{1,4096}',
  "(?<=\\\\')[^'\\\\\\n]{1,4096}",
  '(?<=")(?!\\$[({]|\\{\\{|(?:include|omit|same-origin)")(?:[^"\\\\\\n]|\\\\[^\\n]){1,4096}',
  "(?<=')(?!\\$[({]|\\{\\{|(?:include|omit|same-origin)')(?:[^'\\\\\\n]|\\\\[^\\n]){1,4096}",
  '(?<=`)(?:[^`\\\\\\n]|\\\\[^\\n]){1,4096}',
  `(?<!["'\`])${noSecret}[^\\s,'"\\]}]+`,
].join('|');

export const assignment: Rule = {
  kind: 'assignment',
  anchors: [
    'password',
    'passwd',
    'passphrase',
    'secret',
    'token',
    'credential',
    'authorization',
    ...wordKeys,
  ],
  prefix: `${sensitiveName}${nameTail}\\\\{0,3}["'\`]?\\*{0,2}[ \\t]{0,8}${assigns}\\*{0,2}[ \\t]{0,8}(?:${scheme}[ \\t]{1,8})?(?:[bfru]{0,2}\\\\{0,3}["'\`])?`,
  secret: value,
  ignoreCase: true,
};

const credential = '[\\w=~@.+/-]';

export const rules: readonly Rule[] = [
  {
    kind: 'aws_key_id',
    anchors: ['a3t', 'akia', 'asia', 'abia', 'acca'],
    secret: `${start}(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}`,
  },
  { kind: 'github_token', anchors: each('gh', [...'pousr'], '_'), secret: 'gh[pousr]_[0-9A-Za-z]{30,}' },
  {
    kind: 'github_fine_grained',
    anchors: ['github_pat_'],
    secret: 'github_pat_\\w{36,}',
    head: 'github_pat_\\w*',
  },
  { kind: 'gitlab_token', anchors: ['glpat-'], secret: 'glpat-[\\w.-]{20,}', head: 'glpat-[\\w.-]*' },
  {
    kind: 'slack_token',
    anchors: ['xox'],
    secret: 'xox[abcdeoprs](?:\\.xox[bp])?-(?=[A-Za-z-]{0,64}[0-9])[A-Za-z0-9-]{20,}',
  },
  { kind: 'slack_app', anchors: ['xapp-'], secret: 'xapp-\\d-[A-Z0-9]+-\\d+-[a-z0-9]+', ignoreCase: true },
  {
    kind: 'slack_webhook',
    anchors: ['hooks.slack.com/'],
    secret: 'hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{30,}',
  },
  {
    kind: 'stripe_key',
    anchors: [...each('sk_', ['test', 'live', 'prod'], '_'), ...each('rk_', ['test', 'live', 'prod'], '_')],
    secret: '[sr]k_(?:test|live|prod)_[A-Za-z0-9]{10,}',
  },
  // OpenAI, Anthropic and others.
  {
    kind: 'sk_key',
    anchors: ['sk-'],
    secret: `${start}sk-[A-Za-z0-9_-]{15,}[A-Za-z0-9_]`,
    head: `${start}sk-[A-Za-z0-9_-]*`,
  },
  {
    kind: 'google_api_key',
    anchors: ['aiza'],
    secret: `${start}AIza[\\w-]{35,}`,
    head: `${start}AIza[\\w-]*`,
  },
  { kind: 'npm_token', anchors: ['npm_'], secret: 'npm_[A-Za-z0-9]{36,}' },
  { kind: 'pypi_token', anchors: ['pypi-age'], secret: 'pypi-AgE[\\w-]{50,}', head: 'pypi-AgE[\\w-]*' },
  { kind: 'sendgrid_key', anchors: ['sg.'], secret: `${start}SG\\.[\\w=.-]{66,}` },
  {
    kind: 'twilio_key',
    anchors: each('sk', [...'0123456789abcdef'], ''),
    secret: `${start}SK[0-9a-fA-F]{32}(?![0-9A-Za-z])`,
  },
  {
    kind: 'jwt',
    anchors: ['ey'],
    head: `${start}ey[A-Za-z0-9_-]*`,
    secret: `${start}ey[A-Za-z0-9_-]{17,}\\.ey[\\w/-]{17,16000}\\.[\\w/-]{10,4000}={0,2}`,
  },
  { kind: 'huggingface_token', anchors: ['hf_'], secret: `${start}hf_[A-Za-z0-9]{34,}` },
  { kind: 'digitalocean_token', anchors: each('do', [...'opr'], '_v1_'), secret: 'do[opr]_v1_[a-f0-9]{64}' },
  { kind: 'databricks_token', anchors: ['dapi'], secret: `${start}dapi[a-f0-9]{32}(?:-\\d)?` },
  { kind: 'vault_token', anchors: ['hvs.', 'hvb.', 'hvr.'], secret: `${start}hv[sbr]\\.[\\w-]{24,}` },
  {
    kind: 'shopify_token',
    anchors: each('shp', ['at', 'ca', 'pa', 'ss'], '_'),
    secret: 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  },
  { kind: 'notion_token', anchors: ['ntn_'], secret: 'ntn_[0-9]{11}[A-Za-z0-9]{35,}' },
  { kind: 'linear_key', anchors: ['lin_api_'], secret: 'lin_api_[A-Za-z0-9]{40,}' },
  {
    kind: 'doppler_token',
    anchors: each('dp.', ['pt', 'st', 'ct', 'sa'], '.'),
    secret: `${start}dp\\.(?:pt|st|ct|sa)\\.[\\w.-]{40,}`,
  },
  { kind: 'heroku_key', anchors: ['hrku-aa'], secret: 'HRKU-AA[\\w-]{58}' },
  { kind: 'rubygems_key', anchors: ['rubygems_'], secret: 'rubygems_[a-f0-9]{48}' },
  { kind: 'age_key', anchors: ['age-secret-key-1'], secret: 'AGE-SECRET-KEY-1[0-9A-Z]{58}' },
  {
    kind: 'square_token',
    anchors: ['sq0'],
    secret: `${start}sq0[a-z]{3}-[\\w-]{22,}`,
    head: `${start}sq0[a-z]{3}-[\\w-]*`,
  },
  { kind: 'perplexity_key', anchors: ['pplx-'], secret: 'pplx-[A-Za-z0-9]{48,}' },
  {
    kind: 'bearer',
    anchors: ['bearer'],
    prefix: '(?<![A-Za-z0-9])bearer[ \\t]{1,8}',
    secret: `${credential}{8,}`,
    ignoreCase: true,
  },
  // Prose says `basic` and `token` too: what follows must look random.
  {
    kind: 'auth_header',
    anchors: ['basic', 'token'],
    prefix: '(?<![A-Za-z0-9])(?:[Bb]asic|BASIC|[Tt]oken|TOKEN)[ \\t]{1,8}',
    secret: `(?=${credential}*(?:[0-9=]|[a-z][A-Z]${credential}*[a-z][A-Z]))${credential}{8,}`,
  },
  {
    kind: 'url_credentials',
    anchors: ['://'],
    prefix: '://[^/\\s:@]{0,64}:',
    secret: '[^/\\s:@]{3,256}(?=@)',
  },
  assignment,
];
