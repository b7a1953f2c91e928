/** Whether what is typed now is typed at a question for a secret: those are no secrets by their looks. */
import { stripEscapes } from '../redact/escapes.ts';

/** What people call it, by language; where a word is a part of others, with its edges. */
const words: readonly string[] = [
  String.raw`pass(?:word|phrase|code|wd)|secret|token|\bpin\b|api[ _-]?key`,
  String.raw`\b(?:one-time|verification|security|authenticat(?:ion|or)|two-factor|mfa|2fa|otp|totp) code`,
  String.raw`\b(?:otp|totp|passkey|pass code)\b`,
  'passwort|kennwort|zugangscode|sicherheitscode|bestätigungscode',
  '(?:mot|phrase) de passe|phrase secrète|code (?:secret|de vérification|de sécurité)',
  String.raw`contraseña|\bclave\b|código de (?:verificación|seguridad)`,
  String.raw`\bsenhas?\b|palavra[ -]passe|código de (?:verificação|segurança)`,
  `parola d'ordine|frase segreta|codice di (?:verifica|sicurezza)`,
  'wachtwoord|toegangscode',
  'lösenord|lösenfras|passord|adgangskode|kodeord|salasana|salalause',
  'hasł[oa]|heslo|jelszó|lozinka|parol[aă]|şifre',
  'пароль|пароля|парола|лозинка|код подтверждения',
  'κωδικός|συνθηματικό',
  '密码|密碼|口令|验证码|驗證碼',
  'パスワード|パスフレーズ|暗証番号|認証コード',
  '비밀번호|암호|패스워드|인증 번호',
  'mật khẩu|kata sandi|รหัสผ่าน|पासवर्ड',
  'كلمة (?:المرور|السر)|رمز عبور|סיסמ[הא]',
];

const question = String.raw`(?:${words.join('|')})[^\n]{0,80}`;
const asked = new RegExp(String.raw`${question}[:?>：？＞؟›❯»]\s*[*•·●]*$`, 'iu');
/** Whoever asks in a line of its own. */
const announced = new RegExp(`${question}$`, 'iu');
const empty = /^\s*[>›❯»＞]\s*[*•·●]*$/u;
/** The right edge of a box round the question. */
const frame = /[\s_│┃║|]+$/u;

/** More than a question has. */
const keptChars = 512;

export class SecretPrompt {
  #line = '';
  #above = '';

  printed(text: string): void {
    const lines = (this.#line + text).split(/\r\n|\n|\r/);
    this.#line = lines.pop()!.slice(-keptChars);
    if (lines.length > 0) this.#above = lines.pop()!.slice(-keptChars);
  }

  get asks(): boolean {
    if (this.#line === '') return false;
    const line = plain(this.#line);
    return asked.test(line) || (empty.test(line) && announced.test(plain(this.#above)));
  }
}

const plain = (line: string): string => stripEscapes(line).normalize('NFC').replace(frame, '');

/** A text without the keys that end a line. */
export const stripEnd = (typed: string): string => typed.replace(/[\r\n]+$/, '');

/** What was typed, up to the key that ends the line, replaced. */
export const hideTyped = (typed: string, replacement: string): string =>
  typed.replace(/^[^\r\n]+/, replacement);
