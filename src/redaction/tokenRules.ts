/**
 * Rules for secrets with a distinctive form, as their issuers document it, and for payment card numbers: a card number
 * is recognized by its issuer, its length and its check digit (Luhn).
 */
import { looksRandom } from './heuristics.ts';
import type { RuleCandidate, RuleVerdict, SecretRule } from './ruleMatcher.ts';

export const combine = (before: string, middles: Iterable<string>, after = '') =>
  [...middles].map((middle) => `${before}${middle}${after}`);

/** A rule for a distinctive start. The anchor is its lower-case form; `rest` is the pattern after it. */
const prefixRule = (kind: string, start: string, rest: string): SecretRule => ({
  kind,
  anchors: [start.toLowerCase()],
  secret: escapePattern(start) + rest,
});

const prefixesRule = (kind: string, starts: readonly string[], rest: string): SecretRule => ({
  kind,
  anchors: starts.map((start) => start.toLowerCase()),
  secret: `(?:${starts.map(escapePattern).join('|')})${rest}`,
});

const escapePattern = (literal: string) => literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
const hexDigits = '0123456789abcdef';
const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const judgeRandom = ({ text, start, end }: RuleCandidate): RuleVerdict =>
  looksRandom(text.slice(start, end)) && end;

/** The start of a word. */
const wordStart = '(?<![A-Za-z0-9])';

const cloudRules: readonly SecretRule[] = [
  prefixesRule('aws_key_id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z2-7]{16}'),
  { kind: 'aws_key_id', anchors: ['a3t'], secret: 'A3T[A-Z0-9][A-Z2-7]{16}' },
  prefixRule('aws_bedrock_key', 'ABSK', '[A-Za-z0-9+/]{100,}={0,2}'),
  prefixRule('aws_mws_token', 'amzn.mws.', uuidPattern),
  prefixRule('google_api_key', 'AIza', '[\\w-]{35,}'),
  prefixRule('google_oauth_token', 'ya29.', '[\\w.-]{20,}'),
  { kind: 'google_refresh_token', anchors: ['1//0'], prefix: '1//', secret: '0[\\w-]{40,}' },
  prefixRule('google_client_secret', 'GOCSPX-', '[\\w-]{20,}'),
  {
    kind: 'azure_client_secret',
    anchors: combine('', '0123456789', 'q~'),
    prefix: '[0-9]Q~',
    secret: '[\\w.~-]{30,}',
  },
  prefixRule('alibaba_key_id', 'LTAI', '[A-Za-z0-9]{16,}'),
  prefixesRule('digitalocean_token', combine('do', 'opr', '_v1_'), '[a-f0-9]{64}'),
  prefixRule('scalingo_token', 'tk-us-', '[\\w-]{40,}'),
  prefixesRule('fly_token', ['fo1_', 'fm1a_', 'fm1r_', 'fm2_'], '[\\w+/-]{40,}={0,3}'),
  prefixesRule('planetscale_token', combine('pscale_', ['tkn', 'oauth', 'pw'], '_'), '[\\w=.-]{32,}'),
  prefixRule('supabase_token', 'sbp_', '[a-f0-9]{40}'),
  prefixRule('supabase_key', 'sb_secret_', '[\\w-]{20,}'),
  prefixesRule('netlify_token', combine('nf', 'pcobu', '_'), '[A-Za-z0-9]{36,}'),
  prefixRule('render_key', 'rnd_', '[A-Za-z0-9]{24,}'),
  prefixRule('pulumi_token', 'pul-', '[a-f0-9]{40}'),
  prefixRule('heroku_key', 'HRKU-', 'AA[\\w-]{58}'),
  prefixRule('openshift_token', 'sha256~', '[\\w-]{43,}'),
  { kind: 'terraform_token', anchors: ['.atlasv1.'], prefix: '\\.atlasv1\\.', secret: '[\\w=-]{60,}' },
  prefixesRule('vault_token', ['hvs.', 'hvb.', 'hvr.'], '[\\w-]{24,}'),
  prefixesRule(
    'doppler_token',
    combine('dp.', ['pt', 'st', 'ct', 'sa', 'scim', 'audit'], '.'),
    '[\\w.-]{40,}',
  ),
  prefixRule('databricks_token', 'dapi', '[a-f0-9]{32}(?:-\\d)?'),
  prefixRule('tailscale_key', 'tskey-', '[a-z]+-[A-Za-z0-9]{8,}-[A-Za-z0-9]{20,}'),
  prefixRule(
    'onepassword_key',
    'A3-',
    '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}',
  ),
  prefixRule('onepassword_token', 'ops_eyJ', '[A-Za-z0-9+/_-]{100,}={0,3}'),
  prefixRule('age_key', 'AGE-SECRET-KEY-1', '[0-9A-Z]{58}'),
  prefixRule('cloudflare_origin_key', 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{100,}'),
  prefixRule('yandex_key', 'AQVN', '[\\w-]{35,}'),
];

const developerRules: readonly SecretRule[] = [
  prefixesRule('github_token', combine('gh', 'pousr', '_'), '[0-9A-Za-z]{30,}'),
  {
    kind: 'github_fine_grained',
    anchors: ['github_pat_'],
    secret: 'github_pat_\\w{36,}',
    head: 'github_pat_\\w*',
  },
  {
    kind: 'gitlab_token',
    anchors: combine(
      'gl',
      ['pat', 'dt', 'ft', 'imt', 'agent', 'oas', 'ptt', 'rt', 'rtr', 'soat', 'ffct'],
      '-',
    ),
    secret: 'gl(?:pat|dt|ft|imt|agent|oas|ptt|rtr?|soat|ffct)-[\\w.-]{20,}',
    head: 'gl[a-z]+-[\\w.-]*',
  },
  prefixRule('gitlab_job_token', 'glcbt-', '[0-9a-zA-Z]{1,5}_[\\w-]{20,}'),
  prefixRule('gitlab_runner', 'GR1348941', '[\\w-]{20,}'),
  prefixesRule('bitbucket_token', ['ATBB', 'ATCTT3'], '[\\w=-]{24,}'),
  prefixRule('atlassian_token', 'ATATT3', '[\\w=-]{100,}'),
  prefixRule('npm_token', 'npm_', '[A-Za-z0-9]{36,}'),
  { kind: 'pypi_token', anchors: ['pypi-age'], secret: 'pypi-AgE[\\w-]{50,}', head: 'pypi-AgE[\\w-]*' },
  prefixRule('rubygems_key', 'rubygems_', '[a-f0-9]{48}'),
  {
    kind: 'crates_token',
    anchors: ['cio'],
    secret: `${wordStart}cio[A-Za-z0-9]{32}(?![A-Za-z0-9])`,
    judge: judgeRandom,
  },
  { kind: 'nuget_key', anchors: ['oy2'], secret: `${wordStart}oy2[a-z0-9]{43}(?![A-Za-z0-9])` },
  { kind: 'clojars_token', anchors: ['clojars_'], secret: 'CLOJARS_[a-z0-9]{60}', ignoreCase: true },
  prefixesRule('docker_token', ['dckr_pat_', 'dckr_oat_'], '[\\w-]{20,}'),
  prefixRule('artifactory_key', 'AKCp', '[A-Za-z0-9]{60,}'),
  prefixRule('artifactory_token', 'cmVmd', '[A-Za-z0-9]{59,}'),
  prefixRule('circleci_token', 'CCIPAT_', '[\\w-]{20,}'),
  prefixesRule(
    'hubspot_token',
    ['pat-na1-', 'pat-na2-', 'pat-eu1-', 'pat-ap1-'],
    '[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}',
  ),
  prefixRule('bitbucket_token', 'BBDC-', '[A-Za-z0-9+/@_-]{40,}'),
  prefixRule('buildkite_token', 'bkua_', '[a-f0-9]{40}'),
  prefixesRule('sonar_token', combine('sq', 'uap', '_'), '[a-f0-9]{40}'),
  prefixesRule('sourcegraph_token', ['sgp_'], '(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}'),
  prefixRule('octopus_key', 'API-', '[A-Z0-9]{26,}(?![A-Za-z0-9])'),
  prefixRule('postman_key', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'),
  prefixRule('linear_key', 'lin_api_', '[A-Za-z0-9]{40,}'),
  prefixRule('linear_oauth', 'lin_oauth_', '[A-Za-z0-9]{40,}'),
  prefixRule('notion_token', 'ntn_', '[0-9]{11}[A-Za-z0-9]{35,}'),
  {
    kind: 'notion_token',
    anchors: ['secret_'],
    secret: 'secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])',
    judge: judgeRandom,
  },
  prefixRule('contentful_token', 'CFPAT-', '[\\w-]{43,}'),
  {
    kind: 'dropbox_token',
    anchors: ['sl.'],
    secret: `${wordStart}sl\\.[\\w-]{60,}={0,2}`,
    judge: judgeRandom,
  },
  prefixRule('figma_token', 'figd_', '[\\w-]{36,}'),
  { kind: 'airtable_token', anchors: ['pat'], secret: `pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}` },
  {
    kind: 'harness_key',
    anchors: ['pat.', 'sat.'],
    secret: '[ps]at\\.[\\w-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}',
  },
  prefixesRule('sentry_token', ['sntrys_', 'sntryu_'], '[\\w=+/-]{40,}'),
  prefixesRule('grafana_token', ['glc_', 'glsa_'], '[\\w+/]{32,}={0,3}'),
  prefixRule('grafana_key', 'eyJrIjoi', '[A-Za-z0-9+/]{60,}={0,3}'),
  prefixesRule('new_relic_key', ['NRAK-', 'NRJS-', 'NRII-'], '[A-Za-z0-9-]{19,}'),
  prefixRule('dynatrace_token', 'dt0c01.', '[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  prefixRule('infracost_key', 'ico-', '[A-Za-z0-9]{32,}'),
  prefixRule('prefect_token', 'pnu_', '[A-Za-z0-9]{36,}'),
  prefixRule('readme_token', 'rdme_', '[a-z0-9]{60,}'),
  prefixRule('frameio_token', 'fio-u-', '[\\w=-]{60,}'),
  prefixRule('adobe_secret', 'p8e-', '[A-Za-z0-9_-]{32,}'),
  prefixesRule('settlemint_token', combine('sm_', 'aps', 'at_'), '[A-Za-z0-9]{16,}'),
  prefixRule('intra42_secret', 's-s4t2', '(?:ud|af)-[a-f0-9]{64}'),
  prefixRule('defined_networking_token', 'dnkey-', '[\\w=-]{26,}'),
];

const serviceRules: readonly SecretRule[] = [
  {
    kind: 'slack_token',
    anchors: ['xox'],
    secret: 'xox[abcdeoprs](?:\\.xox[bp])?-(?=[A-Za-z-]{0,64}[0-9])[A-Za-z0-9-]{20,}',
  },
  { kind: 'slack_app', anchors: ['xapp-'], secret: 'xapp-\\d-[A-Z0-9]+-\\d+-[a-z0-9]+', ignoreCase: true },
  prefixRule('slack_webhook', 'hooks.slack.com/', '(?:services|workflows|triggers)/[A-Za-z0-9+/]{30,}'),
  {
    kind: 'teams_webhook',
    anchors: ['webhook.office.com/'],
    prefix: 'webhook\\.office\\.com/webhookb2/',
    secret: '[\\w@/-]{40,}',
  },
  {
    kind: 'discord_webhook',
    anchors: ['/api/webhooks/'],
    prefix: '/api/webhooks/\\d{6,20}/',
    secret: '[\\w-]{40,}',
  },
  {
    kind: 'discord_token',
    anchors: discordTokenStarts(),
    secret: '[MNO][DTjz][AEIMQUYcgk][w-z0-5][\\w-]{19,24}\\.[\\w-]{6}\\.[\\w-]{27,}',
    judge: judgeRandom,
  },
  prefixRule('discord_mfa', 'mfa.', '[\\w-]{60,}'),
  { kind: 'telegram_token', anchors: [':aa'], prefix: '(?<=[0-9]{6}):', secret: 'AA[\\w-]{33}(?![\\w-])' },
  prefixesRule(
    'stripe_key',
    combine(
      '',
      ['sk', 'rk'].flatMap((k) => combine(`${k}_`, ['test', 'live', 'prod'], '_')),
    ),
    '[A-Za-z0-9]{10,}',
  ),
  prefixRule('webhook_secret', 'whsec_', '[A-Za-z0-9+/=_-]{20,}'),
  prefixRule('square_token', 'sq0', '[a-z]{3}-[\\w-]{22,}'),
  // Public SSH keys contain the same text after the name of their algorithm.
  {
    ...prefixRule('square_access_token', 'EAAA', '[\\w-]{56,}'),
    allowedAfter: (before) => !/AAAA[BE][A-Za-z0-9+/]{4,40}$/.test(before),
  },
  prefixRule('facebook_token', 'EAACEdEose0cBA', '[A-Za-z0-9]{10,}'),
  prefixesRule('facebook_token', ['EAAM', 'EAAC', 'EAAG', 'EAAB'], '[A-Za-z0-9]{80,}'),
  prefixesRule('shopify_token', combine('shp', ['at', 'ca', 'pa', 'ss'], '_'), '[a-fA-F0-9]{32}'),
  prefixRule('sendgrid_key', 'SG.', '[\\w-]{18,26}\\.[\\w=-]{39,}'),
  { kind: 'twilio_key', anchors: combine('sk', hexDigits), secret: 'SK[0-9a-fA-F]{32}(?![0-9A-Za-z])' },
  { kind: 'mailgun_key', anchors: combine('key-', hexDigits), secret: `key-[a-f0-9]{32}(?![0-9A-Za-z])` },
  prefixesRule('brevo_key', ['xkeysib-', 'xsmtpsib-'], '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
  { kind: 'resend_key', anchors: ['re_'], secret: `re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])` },
  prefixesRule('shippo_token', ['shippo_live_', 'shippo_test_'], '[a-fA-F0-9]{40}'),
  prefixesRule('easypost_key', ['EZAK', 'EZTK'], '[A-Za-z0-9]{54}'),
  prefixesRule('duffel_token', ['duffel_test_', 'duffel_live_'], '[\\w=-]{40,}'),
  prefixRule('flutterwave_key', 'FLWSECK_TEST-', '[a-hA-H0-9]{12,}'),
  prefixRule('flutterwave_key', 'FLWSECK-', '[a-zA-Z0-9]{12,}'),
  {
    kind: 'plaid_token',
    anchors: combine('access-', ['sandbox', 'development', 'production'], '-'),
    secret: `access-[a-z]+-${uuidPattern}`,
  },
  { kind: 'mapbox_token', anchors: ['sk.eyj'], secret: 'sk\\.eyJ[\\w-]{20,}\\.[\\w-]{20,}' },
  prefixRule('typeform_token', 'tfp_', '[\\w.=-]{40,}'),
  prefixRule('apify_token', 'apify_api_', '[A-Za-z0-9]{30,}'),
  prefixRule('posthog_key', 'phx_', '[A-Za-z0-9]{32,}'),
];

const modelProviderRules: readonly SecretRule[] = [
  prefixRule('huggingface_token', 'hf_', '[A-Za-z0-9]{34,}'),
  prefixRule('huggingface_org', 'api_org_', '[A-Za-z0-9]{34,}'),
  prefixRule('perplexity_key', 'pplx-', '[A-Za-z0-9]{48,}'),
  prefixRule('groq_key', 'gsk_', '[A-Za-z0-9]{40,}'),
  prefixRule('xai_key', 'xai-', '[A-Za-z0-9]{60,}'),
  { kind: 'replicate_token', anchors: ['r8_'], secret: `r8_[A-Za-z0-9]{36,}` },
  prefixRule('nvidia_key', 'nvapi-', '[\\w-]{40,}'),
  prefixesRule('langsmith_key', ['lsv2_pt_', 'lsv2_sk_'], '[a-f0-9]{32}_[a-f0-9]{10}'),
  prefixRule('tavily_key', 'tvly-', '[A-Za-z0-9-]{20,}'),
  prefixRule('pinecone_key', 'pcsk_', '[A-Za-z0-9_]{40,}'),
  // OpenAI, Anthropic and others. CSS names and package names begin the same way, and some words end in `sk-`.
  {
    kind: 'sk_key',
    anchors: ['sk-'],
    secret: 'sk-[A-Za-z0-9_-]{15,}[A-Za-z0-9_]',
    head: 'sk-[A-Za-z0-9_-]*',
    judge: ({ text, start: from, end }) => {
      const key = text.slice(from + 3, end);
      const isWord = !/[A-Za-z0-9]/.test(text[from - 1] ?? ' ');
      const mixed = looksRandom(key) && (isWord || (/[A-Z]/.test(key) && /[a-z]/.test(key)));
      const plain = (isWord && /^[A-Za-z0-9]{15}/.test(key)) || /^ant-[a-z]+\d\d-/.test(key);
      // A rejected start, such as that of `task-`, prevents a search inside, so inner keys are checked here.
      return (mixed || plain || /(?:^|-)sk-[A-Za-z0-9]{15}/.test(key)) && end;
    },
  },
];

const genericRules: readonly SecretRule[] = [
  {
    kind: 'jwt',
    anchors: ['eyj', 'eya', 'ewo'],
    head: '(?:eyJ|eyA|ewo)[A-Za-z0-9_-]*',
    secret: '(?:eyJ|eyA|ewo)[A-Za-z0-9_-]{14,2000}\\.e[yw][\\w/-]{17,16000}\\.[\\w/-]{10,4000}={0,2}',
  },
  {
    kind: 'password_hash',
    anchors: [...combine('$', ['1', '5', '6', '7', 'y', 'gy', 'apr1', 'scrypt'], '$'), '$argon2', '$pbkdf2'],
    prefix: '\\$(?:[1567]|g?y|apr1|argon2[id]{1,2}|scrypt|pbkdf2[\\w-]{0,16})\\$',
    secret: '(?:[\\w=,./-]{1,64}\\$){1,3}[./+=\\w-]{20,}',
  },
  {
    kind: 'password_hash',
    anchors: combine('$2', 'abxy', '$'),
    prefix: '\\$2[abxy]\\$\\d\\d\\$',
    secret: '[./A-Za-z0-9]{53}',
  },
  {
    kind: 'password_hash',
    anchors: ['{ssha', '{sha}', '{smd5}'],
    prefix: '\\{S?(?:SHA|MD5)\\d*\\}',
    secret: '[A-Za-z0-9+/]{20,}={0,2}',
    ignoreCase: true,
  },
  {
    kind: 'password_hash',
    anchors: ['pbkdf2_sha', 'scram-sha-256$'],
    secret: '(?:pbkdf2_sha\\d+|SCRAM-SHA-256)\\$[\\w$:+/=]{30,}',
  },
  {
    kind: 'encoded_private_key',
    anchors: ['ls0tls1crudjti'],
    secret: 'LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,}={0,2}',
    judge: ({ text, start: from, end }) =>
      /PRIVATE KEY/.test(Buffer.from(text.slice(from, from + 160), 'base64').toString('latin1')) && end,
  },
];

/** Starts of the base64 of numeric account ids. */
function discordTokenStarts(): string[] {
  const heads = ['m', 'n', 'o'].flatMap((first) => combine(first, first === 'o' ? 'dt' : 'dtjz'));
  const thirds = heads.flatMap((head) => combine(head, 'aeimquycgk'));
  return thirds.flatMap((head) => combine(head, 'wxyz012345'));
}

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

export const tokenRules: readonly SecretRule[] = [
  ...cloudRules,
  ...developerRules,
  ...serviceRules,
  ...modelProviderRules,
  ...genericRules,
  ...cardRules,
];
