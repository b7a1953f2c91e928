/**
 * A thousand secrets, made up from a seed: every kind, in every kind of place. Each line names the secret that must be
 * hidden. The rest of the line may stay.
 */
import { namedSamples, type Random, randomOf, secretSamples } from '../samples.ts';

export interface SecretLine {
  readonly kind: string;
  readonly text: string;
  readonly secret: string;
}

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const alnum = digits + lower + upper;
const hex = `${digits}abcdef`;
const base64 = `${alnum}+/`;

const draw = (random: Random, alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');
const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)]!;

const words =
  'swordfish butterfly dragon monkey sunshine correct horse battery staple trustno letmein summer winter'.split(
    ' ',
  );

/** Passwords as people choose them. */
const chosen = (random: Random): string =>
  pick(random, [
    () => `${pick(random, words)}${random(100)}`,
    () => `${pick(random, ['P@ssw0rd', 'S3cr3t', 'Tr0ub4dor&3', 'qwerty', 'Adm1n'])}${random(1000)}!`,
    () => draw(random, alnum, 10 + random(10)),
    () => `${pick(random, words)}-${pick(random, words)}-${random(90) + 10}`,
  ])();

/** Secrets as machines generate them. */
const made = (random: Random): string =>
  pick(random, [
    () => draw(random, alnum, 20 + random(30)),
    () => draw(random, hex, 32),
    () => `${draw(random, base64, 43)}=`,
    () => draw(random, `${alnum}-_`, 32) + draw(random, digits, 1),
  ])();

type Make = (random: Random) => string | [before: string, secret: string, after?: string];

const luhn = (random: Random, start: string, length: number) => {
  const body = start + draw(random, digits, length - start.length - 1);
  const sum = [...body].reduceRight((total, digit, at) => {
    const twice = (body.length - at) % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return body + ((10 - (sum % 10)) % 10);
};

/** Secrets that their form identifies. A place is put around them. */
const forms: Record<string, Make> = {
  google_oauth: (r) => `ya${'29'}.a0${draw(r, `${alnum}_-`, 60)}`,
  google_client: (r) => `GOC${'SPX'}-${draw(r, `${alnum}_-`, 28)}`,
  webhook: (r) => `wh${'sec'}_${draw(r, alnum, 32)}`,
  telegram: (r) => [`${draw(r, '123456789', 9)}:`, `A${'A'}${draw(r, alnum, 33)}`],
  discord: (r) =>
    `MT${'k4'}${draw(r, alnum, 20)}.${draw(r, alnum, 6)}.${draw(r, `${alnum}_-`, 37)}${draw(r, alnum, 1)}`,
  mailgun: (r) => `k${'ey'}-${draw(r, hex, 32)}`,
  terraform: (r) => [`${draw(r, alnum, 14)}.atlas${'v1'}.`, draw(r, alnum, 67)],
  groq: (r) => `gs${'k'}_${draw(r, alnum, 52)}`,
  atlassian: (r) => `ATA${'TT3'}${draw(r, alnum, 180)}`,
  tailscale: (r) => `ts${'key'}-auth-${draw(r, alnum, 17)}-${draw(r, alnum, 32)}`,
  docker: (r) => `dckr_${'pat'}_${draw(r, alnum, 27)}`,
  gitlab_runner: (r) => `gl${'rt'}-${draw(r, alnum, 20)}`,
  grafana: (r) => `gl${'sa'}_${draw(r, alnum, 32)}_${draw(r, hex, 8)}`,
  pulumi: (r) => `pu${'l'}-${draw(r, hex, 40)}`,
  postman: (r) => `PM${'AK'}-${draw(r, hex, 24)}-${draw(r, hex, 34)}`,
  sentry: (r) => `sn${'tryu'}_${draw(r, hex, 64)}`,
  supabase: (r) => `sb${'p'}_${draw(r, hex, 40)}`,
  airtable: (r) => `pa${'t'}${draw(r, alnum, 14)}.${draw(r, hex, 64)}`,
  linear: (r) => `lin_${'api'}_${draw(r, alnum, 40)}`,
  alibaba: (r) => `LT${'AI'}${draw(r, alnum, 20)}`,
  azure_ad: (r) => [`${draw(r, alnum, 3)}8Q${'~'}`, draw(r, `${alnum}~_-`, 34)],
  crypt: (r) => [`$${'6'}$`, `${draw(r, alnum, 12)}$${draw(r, `${alnum}./`, 86)}`],
  bcrypt: (r) => [`$${'2b'}$12$`, draw(r, `${alnum}./`, 53)],
  kube_key: (r) =>
    Buffer.from(`-----BEGIN RSA PRI${'VATE'} KEY-----\n${draw(r, base64, 64)}\n`).toString('base64'),
};

/** The text around a form. */
const places: readonly ((secret: string) => string)[] = [
  (s) => s,
  (s) => `export API=${s}`,
  (s) => `{"id": 7, "value": "${s}", "ok": true}`,
  (s) => `  value: ${s}`,
  (s) => `2024-05-01T10:00:00Z INFO connecting with ${s} to api.example.org`,
  (s) => `+const client = new Client('${s}');`,
  (s) => `https://api.example.org/v1/items?x=1&y=${s}&z=2`,
  (s) => `%22${s}%22`,
  (s) => `q%3D${s}%26r`,
  (s) => `%20${s}`,
  (s) => `"\\u0022${s}\\u0022"`,
  (s) => `^[[31m${s}^[[0m`,
  (s) => `\x1b[31m${s}\x1b[0m`,
  (s) => `x\x1b[1m${s}\x1b[0m`,
  (s) => `&quot;${s}&quot;`,
  (s) => `<a href=3D"${s}">`,
  (s) => `line one\\n${s}\\tend`,
  (s) => `\\x22${s}\\x22`,
  (s) => `$ curl -H 'X-Thing: ${s}' https://example.org`,
  (s) => `│ ${s} │`,
  (s) => `> ${s}`,
  (s) => `["a","${s}"]`,
];

const human = [
  'DB_PASSWORD',
  'password',
  'PASSWD',
  'passphrase',
  'MYSQL_PWD',
  'DB_PASS',
  'pwd',
  'pass',
  'userPassword',
  'PGPASSWORD',
  'root_password',
  'admin-password',
  'REDIS_PASSWORD',
  'smtp_pass',
];
const machine = [
  'API_KEY',
  'token',
  'client_secret',
  'SECRET_KEY_BASE',
  'ENCRYPTION_KEY',
  'access_token',
  'auth_token',
  'secret',
  'X-Api-Key',
  'private_key',
  'AWS_SECRET_ACCESS_KEY',
  'JWT_SECRET',
  'refreshToken',
  'signing-key',
  'GITHUB_TOKEN',
  'SENDGRID_API_KEY',
  'webhook_secret',
  'sessionid',
  'account_key',
  'NPM_TOKEN',
];

/** The text around a name and its secret. */
const assignments: readonly ((name: string, secret: string) => [string, string, string?])[] = [
  (n, s) => [`${n}=`, s],
  (n, s) => [`export ${n}="`, s, '"'],
  (n, s) => [`${n}: `, s],
  (n, s) => [`{"${n}": "`, s, '", "n": 1}'],
  (n, s) => [`{'${n}':'`, s, "'}"],
  (n, s) => [`  ${n} = "`, s, '"'],
  (n, s) => [`+    ${n}: '`, s, "',"],
  (n, s) => [`docker run -e ${n}=`, s, ' image'],
  (n, s) => [`$ENV{'${n}'} = '`, s, "';"],
  (n, s) => [`{\\"${n}\\":\\"`, s, '\\"}'],
  (n, s) => [`%22${n}%22%3A%22`, encodeURIComponent(s), '%22'],
  (n, s) => [`${n}%3D`, encodeURIComponent(s), '%26a%3Db'],
  (n, s) => [`&quot;${n}&quot;: &quot;`, s.replaceAll('&', '&amp;'), '&quot;'],
  (n, s) => [`https://example.org/cb?${n}=`, encodeURIComponent(s), '&x=1'],
  (n, s) => [`[INFO] config: user=ada ${n}=`, s, ' host=db'],
  (n, s) => [`{"name":"${n}","value":"`, s, '"}'],
  (n, s) => [`<${n}>`, s.replaceAll('&', '+'), `</${n}>`],
  (n, s) => [`app --${n} `, s, ' --verbose'],
  (n, s) => [`app --${n}=`, s, ' run'],
  (n, s) => [`["app","--${n}","`, s, '"]'],
  (n, s) => [`config["${n}"] = "`, s, '"'],
  (n, s) => [`${n} := "`, s, '"'],
  (n, s) => [`:${n} => '`, s, "',"],
  (n, s) => [`\x1b[36m${n}\x1b[0m: \x1b[32m`, s, '\x1b[0m'],
  (n, s) => [`\\u0022${n}\\u0022:\\u0022`, s, '\\u0022'],
];

/** Secrets that only their place identifies. */
const contexts: readonly Make[] = [
  (r) => ['machine example.org login ada password ', chosen(r)],
  (r) => ['localhost:5432:app:ada:', chosen(r)],
  (r) => ['Cookie: session=', made(r), '; theme=dark'],
  (r) => ['< Set-Cookie: sid=', made(r), '; Path=/; HttpOnly'],
  (r) => ['//registry.npmjs.org/:_auth=', Buffer.from(`ada:${chosen(r)}`).toString('base64')],
  (r) => ['//registry.npmjs.org/:_authToken=', made(r)],
  (r) => [
    '{"auths":{"https://index.docker.io/v1/":{"auth":"',
    Buffer.from(`ada:${chosen(r)}`).toString('base64'),
    '"}}}',
  ],
  (r) => ['    client-key-data: ', draw(r, base64, 80)],
  (r) => [
    'https://x.blob.core.windows.net/c?sv=2023-01-01&sr=c&sig=',
    `${draw(r, alnum, 40)}%3D`,
    '&se=2030',
  ],
  (r) => ['pay with 4', luhn(r, '4539', 16).slice(1), ' today'],
  (r) => ['card: ', luhn(r, '5425', 16).replace(/(.{4})(.{4})(.{4})(.{4})/, '$1 $2 $3 $4'), ' exp 11/29'],
  (r) => ['card_number=', luhn(r, '4024', 16).replace(/(.{4})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4')],
  (r) => ['amex ', luhn(r, '3782', 15)],
  (r) => ['git clone https://', draw(r, alnum, 40), '@github.com/a/b.git'],
  (r) => ['git clone https://x-access-token:', draw(r, alnum, 36), '@github.com/a/b.git'],
  (r) => ['postgres://ada:', chosen(r).replaceAll(/[@/:]/g, ''), '@db:5432/app'],
  (r) => ['$ mysql -h db -u root -p', chosen(r).replaceAll('&', ''), ' app'],
  (r) => ['$ curl -su ada:', chosen(r).replaceAll('&', ''), ' https://example.org'],
  (r) => ['$ sshpass -p ', chosen(r).replaceAll('&', ''), ' ssh ada@host'],
  (r) => ['$ docker login -u ada -p ', chosen(r).replaceAll('&', ''), ' registry.example.org'],
  (r) => ['$ redis-cli -a ', chosen(r).replaceAll('&', ''), ' ping'],
  (r) => ['$ PGPASSWORD=', chosen(r), ' psql -h db'],
  (r) => ["Enter passphrase for key '/home/ada/.ssh/id_ed25519': ", chosen(r)],
  (r) => ['[sudo] password for ada: ', chosen(r)],
  (r) => ["Password for 'https://ada@example.org': ", chosen(r)],
  (r) => ['Password: ', chosen(r)],
  (r) => ['Passphrase: ', `${pick(r, words)} ${pick(r, words)} ${pick(r, words)} ${pick(r, words)}`],
  (r) => ['Authorization: Bearer ', made(r)],
  (r) => ['> authorization: Basic ', Buffer.from(`ada:${chosen(r)}`).toString('base64')],
  (r) => ['proxy-authorization: Digest ', made(r)],
  (r) => ['PRIVATE-TOKEN: ', made(r)],
  (r) => ['root:$6$', `${draw(r, alnum, 8)}$${draw(r, alnum, 86)}`, ':19000:0:99999:7:::'],
  (r) => ['AccountName=x;AccountKey=', `${draw(r, base64, 86)}==`, ';EndpointSuffix=core.windows.net'],
  (r) => ['Server=db;User Id=ada;Password=', chosen(r).replaceAll(/[;&]/g, ''), ';Encrypt=true'],
  (r) => ['<add key="DbPassword" value="', chosen(r).replaceAll('&', '+'), '" />'],
  (r) => ['<input type="hidden" name="csrf_token" value="', made(r), '">'],
  (r) => ['PresharedKey = ', `${draw(r, base64, 43)}=`],
  (r) => ['[tls] psk="', chosen(r), '"'],
  (r) => ['openssl rsa -passin pass:', chosen(r).replaceAll('&', ''), ' -in k.pem'],
  (r) => ["define('DB_PASSWORD', '", chosen(r), "');"],
  (r) => ["CREATE USER ada IDENTIFIED BY '", chosen(r), "';"],
  (r) => ["ALTER ROLE ada WITH PASSWORD '", chosen(r), "';"],
  (r) => ["SET PASSWORD FOR 'ada'@'localhost' = '", chosen(r), "';"],
  (r) => ['$ sqlplus ada/', chosen(r).replaceAll('&', ''), '@db'],
  (r) => ['Your temporary password is: ', chosen(r), ' (change it soon)'],
  (r) => ['the API key is ', made(r)],
  (r) => ['echo "ada:', chosen(r).replaceAll(/[&:]/g, ''), '" | chpasswd'],
];

const line = (kind: string, made: ReturnType<Make>): SecretLine => {
  const [before, secret, after = ''] = typeof made === 'string' ? ['', made] : made;
  return { kind, secret, text: before + secret + after };
};

/** Returns the same lines for the same seed. */
export function secretLines(count: number, seed = 1): SecretLine[] {
  const formed = [
    ...secretSamples.map(({ kind, make }) => [kind, (r: Random) => make(r(1e6))] as const),
    ...Object.entries(forms),
  ];
  const sources: ((random: Random) => SecretLine)[] = [
    (r) => {
      const [kind, make] = pick(r, formed);
      const { text, secret } = line(kind, make(r));
      return { kind, secret, text: pick(r, places)(text) };
    },
    (r) => line('assignment', pick(r, assignments)(pick(r, human), chosen(r))),
    (r) => line('assignment', pick(r, assignments)(pick(r, machine), made(r))),
    (r) => line('context', pick(r, contexts)(r)),
    (r) => {
      const { kind, make } = pick(r, namedSamples);
      const { before, secret, after } = make(r(1e6));
      return { kind, secret, text: before + secret + after };
    },
  ];
  return Array.from({ length: count }, (_, at) => {
    const random = randomOf(seed * 100_003 + at);
    return sources[[0, 0, 0, 1, 1, 2, 2, 3, 3, 4][at % 10]!]!(random);
  });
}

/** How many characters of a secret may be visible: its kind, or its issuer. */
const telling = 5;

/** Whether more than that of the secret is visible. */
export function isSeen({ secret }: SecretLine, displayed: string): boolean {
  const length = Math.min(secret.length, telling + 1);
  for (let at = 0; at + length <= secret.length; at += 1)
    if (displayed.includes(secret.slice(at, at + length))) return true;
  return false;
}
