/** Prompts whose input must not be recorded, and prompts that ask for no secret. */
import { expect, it } from 'vitest';
import { SecretPrompt } from '#recording/secretInput.ts';

const asks = (line: string) => {
  const prompt = new SecretPrompt();
  prompt.addOutput(`welcome\r\n${line}`);
  return prompt.active;
};

it.each([
  'Password: ',
  'Passwort: ',
  'Kennwort für ada: ',
  'Mot de passe : ',
  "Phrase de passe pour la clé '/k' : ",
  'Contraseña: ',
  '[sudo] contraseña para ada: ',
  'Senha: ',
  'Palavra-passe: ',
  "Parola d'ordine: ",
  'Wachtwoord: ',
  'Lösenord: ',
  'Adgangskode: ',
  'Passord: ',
  'Salasana: ',
  'Hasło: ',
  'HASŁO: ',
  'Heslo: ',
  'Jelszó: ',
  'Parola: ',
  'Şifre: ',
  'Пароль: ',
  'Введите пароль для ada: ',
  'Κωδικός: ',
  '密码：',
  '[sudo] ada 的密码：',
  '密碼： ',
  'パスワード: ',
  '[sudo] ada のパスワード: ',
  '비밀번호: ',
  '[sudo] ada의 암호: ',
  'Mật khẩu: ',
  'Kata sandi: ',
  'كلمة المرور: ',
  'סיסמה: ',
  'Contrasen\u0303a: ',
  '? Password › ',
  '? \x1b[1mPassword\x1b[0m \x1b[90m›\x1b[0m ***',
  'Passphrase ❯ ',
  'MFA code: ',
  '2FA code? ',
  'OTP: ',
  'Authenticator code: ',
  'Enter your password\r\n> ',
  'Password\n❯ ',
  '│ Password:            │',
  '│ Password: ______ │ ',
])('%j is a prompt for a secret', (line) => {
  expect(asks(line)).toBe(true);
});

it.each([
  '$ ',
  'Name: ',
  'Nome: ',
  '名前: ',
  'Desenhar? ',
  'Enclave: ',
  'Passwort gesetzt',
  '密码已更改',
  'Shopping: ',
  'Password set.\r\n$ ',
  'Enter your name\r\n> ',
  'Password: \r\n',
  'Laptop: ',
])('%j does not', (line) => {
  expect(asks(line)).toBe(false);
});
