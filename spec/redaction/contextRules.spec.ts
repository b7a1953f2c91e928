/** Secrets that only their place in a statement or a sentence identifies. */
import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { createRedactionStream } from '#redaction/stream.ts';

const redaction = createRedaction(defaultPolicy);
const R = defaultPolicy.replacement;

/** Streams one character at a time, with a pause after each. */
function streamed(text: string): string {
  const stream = createRedactionStream(redaction);
  return [...text].map((char) => stream.push(char) + stream.pause()).join('') + stream.end(true);
}

/** « and » enclose the secret. */
function expectHidden(marked: string): void {
  const raw = marked.replaceAll(/[«»]/g, '');
  const hidden = marked.replaceAll(/«.*?»/g, R);
  expect(redaction.text(raw)).toBe(hidden);
  expect(streamed(`${raw}\r\n`)).toBe(`${hidden}\r\n`);
}

function expectVisible(text: string): void {
  expect(redaction.text(text)).toBe(text);
  expect(streamed(text)).toBe(text);
}

describe('arguments of a call that sets', () => {
  it.each([
    "define('DB_PASSWORD', '«swordfish»');",
    'define("DB_PASSWORD", "«hunter2»");',
    "define( 'AUTH_KEY',         '«x7:Kq!l0 9@#kd2»' );",
    'setenv("DB_PASSWORD", "«dragon»", 1)',
    "os.environ.setdefault('API_KEY', '«k7Qz9x»')",
    'properties.setProperty("password", "«dragon»");',
  ])('%s', expectHidden);

  it.each([
    "define('DB_NAME', 'wordpress');",
    "define('AUTH_KEY', 'put your unique phrase here');",
    "t('password', 'Password')",
    "setError('password', 'Password is required')",
    "define('DB_PASSWORD', '');",
  ])('shown: %s', expectVisible);
});

describe('SQL', () => {
  it.each([
    "CREATE USER ada IDENTIFIED BY '«dragon»';",
    'CREATE USER ada IDENTIFIED BY «swordfish»;',
    'alter user ada identified by "«swordfish7»";',
    "IDENTIFIED WITH mysql_native_password BY '«dragon»'",
    "IDENTIFIED BY PASSWORD '«*6BB4837EB74329105EE4568DDA7DC67ED2CA2AD9»'",
    "CREATE ROLE ada WITH LOGIN PASSWORD '«dragon»';",
    "ALTER USER ada WITH PASSWORD '«dragon»';",
    "alter role ada password '«dragon»'",
    "WITH ENCRYPTED PASSWORD '«x9»'",
    "CREATE LOGIN ada WITH PASSWORD = '«dragon»'",
    "SET PASSWORD FOR 'ada'@'localhost' = '«dragon»'",
    "set password for ada@'%' = password('«dragon»');",
  ])('%s', expectHidden);

  it.each([
    "nodes identified by 'name'",
    'users identified by id123',
    "CREATE USER ada IDENTIFIED BY '<password>';",
    "ALTER USER ada WITH PASSWORD '$DB_PASSWORD'",
    'SELECT password FROM users WHERE password IS NOT NULL',
    'SET PASSWORD FOR ada',
  ])('shown: %s', expectVisible);
});

describe('Oracle command lines', () => {
  it.each([
    'sqlplus ada/«dragon»@db',
    '$ sqlplus -s ada/«swordfish7»@//db:1521/x @run.sql',
    'expdp ada/«tiger1» directory=x',
    'impdp userid=ada/«tiger1»@db',
  ])('%s', expectHidden);

  it.each([
    'sqlplus / as sysdba',
    'sqlplus -S /nolog @x.sql',
    'sqlplus @/home/ada/run.sql',
    'sqlplus ada@db',
  ])('shown: %s', expectVisible);
});

describe('sentences', () => {
  it.each([
    'password is: «swordfish7»',
    'The password is: «dragon»',
    'password is «swordfish7»',
    "your password is '«dragon»'",
    'the temporary password is «k3J9-aQ2x».',
    'The root password was set to «Tr0ub4dor&3»',
    'password is now "«correct horse»"',
    'the API key is «8f3a9c2b7d1e4f60a5b8»',
    'Your token is: «Zk39dkQ8sl2K0ps8Aq1»',
  ])('%s', expectHidden);

  it.each([
    'password is required',
    'The password is wrong',
    'password is too short',
    'password is base64-encoded',
    'Password is 12 characters',
    'password is SHA256',
    'password is utf8',
    'reset password to continue',
    'password is: must contain 8',
    'token is expired',
    "the token is 'abc'",
    'secret is my-tls-cert',
    'if password is None:',
    'password is user.password',
    'token is not None',
    'assert password is correct_password',
  ])('shown: %s', expectVisible);
});
