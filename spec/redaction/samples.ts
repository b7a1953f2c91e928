/**
 * Made-up secrets of every kind, assembled from parts so that this file holds none. `make(seed)` returns the same
 * secret for the same seed.
 */

export interface SecretSample {
  readonly kind: string;
  make(seed: number): string;
}

export type Random = (below: number) => number;

/** A small generator (mulberry32). The same seed gives the same numbers. */
export function randomOf(seed: number): Random {
  let state = (seed * 0x9e3779b1) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const alnum = digits + lower + upper;
const word = `${alnum}_-`;
const hex = `${digits}abcdef`;
const base32 = `${upper}234567`;
const base64 = `${alnum}+/`;

const text = (random: Random, alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');

const pick = <T>(random: Random, choices: readonly T[]): T => choices[random(choices.length)]!;

type Draw = (alphabet: string, length: number) => string;

const sample = (kind: string, build: (draw: Draw, random: Random) => string): SecretSample => ({
  kind,
  make(seed) {
    const random = randomOf(seed + kind.length * 7919);
    return build((alphabet, length) => text(random, alphabet, length), random);
  },
});

const body = 'T3Blbk' + 'FJ';

export const secretSamples: readonly SecretSample[] = [
  sample(
    'aws_key_id',
    (draw, random) => pick(random, ['AK' + 'IA', 'AS' + 'IA', 'AB' + 'IA', 'A3' + 'TX']) + draw(base32, 16),
  ),
  sample('github_token', (draw, random) => `gh${pick(random, [...'pousr'])}_${draw(alnum, 36)}`),
  sample('github_fine_grained', (draw) => `github_${'pat'}_${draw(`${alnum}_`, 82)}`),
  sample('gitlab_token', (draw) => `gl${'pat'}-${draw(word, 19)}${draw(alnum, 1)}`),
  sample('slack_bot', (draw) => `xo${'xb'}-${draw(digits, 11)}-${draw(digits, 12)}-${draw(alnum, 24)}`),
  sample(
    'hubspot_token',
    (draw) => `pat${'-na1'}-${[8, 4, 4, 4, 12].map((length) => draw(hex, length)).join('-')}`,
  ),
  sample('bitbucket_token', (draw) => `BB${'DC'}-${draw(alnum, 44)}`),
  sample(
    'slack_user',
    (draw) => `xo${'xp'}-${draw(digits, 11)}-${draw(digits, 12)}-${draw(digits, 13)}-${draw(alnum, 32)}`,
  ),
  sample(
    'slack_app',
    (draw) => `xa${'pp'}-1-A${draw(digits + upper, 10)}-${draw(digits, 13)}-${draw(hex, 64)}`,
  ),
  sample(
    'slack_webhook',
    (draw) =>
      `hooks.sl${'ack'}.com/services/T${draw(digits + upper, 8)}/B${draw(digits + upper, 8)}/${draw(alnum, 26)}`,
  ),
  sample(
    'stripe_key',
    (draw, random) =>
      `${pick(random, ['s', 'r'])}k_${pick(random, ['live', 'test', 'prod'])}_${draw(alnum, 24 + random(60))}`,
  ),
  sample('openai_old', (draw) => `s${'k'}-${draw(alnum, 20)}${body}${draw(alnum, 20)}`),
  sample(
    'openai_project',
    (draw, random) =>
      `s${'k'}-${pick(random, ['proj', 'svcacct', 'admin'])}-${draw(word, 74)}${body}${draw(word, 73)}${draw(alnum, 1)}`,
  ),
  sample(
    'anthropic_key',
    (draw, random) => `s${'k'}-ant-${pick(random, ['api03', 'admin01'])}-${draw(word, 93)}AA`,
  ),
  sample('google_api_key', (draw) => `AI${'za'}${draw(word, 35)}`),
  sample('npm_token', (draw) => `np${'m'}_${draw(alnum, 36)}`),
  sample('pypi_token', (draw, random) => `py${'pi'}-AgEIcHlwaS5vcmc${draw(word, 60 + random(140))}`),
  sample('sendgrid_key', (draw) => `S${'G'}.${draw(word, 22)}.${draw(word, 43)}`),
  sample('twilio_key', (draw) => `S${'K'}${draw(hex, 32)}`),
  sample(
    'jwt',
    (draw, random) => `ey${'J'}${draw(alnum, 30)}.ey${'J'}${draw(word, 60 + random(200))}.${draw(word, 43)}`,
  ),
  sample('huggingface_token', (draw) => `h${'f'}_${draw(lower + upper, 34)}`),
  sample('digitalocean_token', (draw) => `do${'p'}_v1_${draw(hex, 64)}`),
  sample('databricks_token', (draw) => `da${'pi'}${draw(hex, 32)}`),
  sample('vault_token', (draw, random) => `h${'vs'}.${draw(word, 90 + random(30))}`),
  sample('shopify_token', (draw) => `shp${'at'}_${draw(hex, 32)}`),
  sample('notion_token', (draw) => `nt${'n'}_${draw(digits, 11)}${draw(alnum, 35)}`),
  sample('linear_key', (draw) => `lin_${'api'}_${draw(alnum, 40)}`),
  sample('doppler_token', (draw) => `dp.${'pt'}.${draw(lower + digits, 43)}`),
  sample('heroku_key', (draw) => `HR${'KU'}-AA${draw(word, 58)}`),
  sample('rubygems_key', (draw) => `ruby${'gems'}_${draw(hex, 48)}`),
  sample('age_key', (draw) => `AGE-SEC${'RET'}-KEY-1${draw(digits + upper, 58)}`),
  sample('square_token', (draw) => `sq${'0'}atp-${draw(word, 22)}`),
  sample('perplexity_key', (draw) => `pp${'lx'}-${draw(alnum, 48)}`),
];

/** Secrets that only the text around them identifies: `secret` must be hidden, the rest stays. */
export interface NamedSample {
  readonly kind: string;
  make(seed: number): { readonly before: string; readonly secret: string; readonly after: string };
}

const named = (
  kind: string,
  build: (draw: Draw, random: Random) => [string, string, string],
): NamedSample => ({
  kind,
  make(seed) {
    const random = randomOf(seed + kind.length * 104_729);
    const [before, secret, after] = build((alphabet, length) => text(random, alphabet, length), random);
    return { before, secret, after };
  },
});

const names = [
  'access_token',
  'client_secret',
  'MY_API_KEY',
  'DB_PASSWORD',
  'token',
  'aws_secret_access_key',
  'X-Api-Key',
  'passwd',
];

export const namedSamples: readonly NamedSample[] = [
  named('assignment', (draw, random) => [`${pick(random, names)}=`, draw(alnum, 24), '']),
  named('assignment_spaced', (draw, random) => [`${pick(random, names)} : `, draw(base64, 32), '']),
  named('json_member', (draw, random) => [
    `{"${pick(random, names)}": "`,
    `${draw(alnum, 12)} ${draw(alnum, 12)}`,
    '"}',
  ]),
  named('authorization', (draw, random) => [
    `Authorization: ${pick(random, ['Bearer', 'Basic', 'Token'])} `,
    draw(alnum, 40),
    '',
  ]),
  named('bearer', (draw) => ['curl -H bearer ', draw(alnum, 30), '']),
  named('basic', (draw) => ['> Basic ', `${draw(base64, 30)}==`, '']),
  named('url_credentials', (draw) => ['https://ada:', draw(alnum, 20), '@example.org/']),
];

/** The lines of a private key block. Those between the first and the last must be hidden. */
export function privateKey(seed: number, label = 'RSA '): string[] {
  const random = randomOf(seed);
  const lines = Array.from({ length: 4 + random(24) }, () => text(random, base64, 64));
  return [
    `-----BEGIN ${label}PRI${'VATE'} KEY-----`,
    ...lines,
    `${text(random, base64, 20)}==`,
    `-----END ${label}PRI${'VATE'} KEY-----`,
  ];
}

/** The first part of a secret, 16 characters long, that `shown` still holds. */
export function leaked(secret: string, visible: string): string | undefined {
  for (let from = 0; from + 16 <= secret.length; from += 1) {
    const stretch = secret.slice(from, from + 16);
    if (visible.includes(stretch)) return stretch;
  }
  return undefined;
}

/** Cuts a text into chunks of at most `most` characters. */
export function pieces(text: string, seed: number, most = 12): string[] {
  const random = randomOf(seed);
  const out: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + random(most);
    out.push(text.slice(at, at + size));
    at += size;
  }
  return out;
}
