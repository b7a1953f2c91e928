/**
 * Detects input that answers a prompt for a secret. Such input is hidden by its prompt, because a password has no
 * recognizable form.
 */
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { stripEscapes } from '#redaction/escapes.ts';

/** Words for secrets, by language. Word boundaries are set where a word may be part of another one. */
const promptWords: readonly string[] = [
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

const promptPattern = String.raw`(?:${promptWords.join('|')})[^\n]{0,80}`;
const promptLine = new RegExp(String.raw`${promptPattern}[:?>：？＞؟›❯»]\s*[*•·●]*$`, 'iu');
/** For programs with the prompt on a separate line above the input. */
const promptLineAbove = new RegExp(`${promptPattern}$`, 'iu');
const emptyPrompt = /^\s*[>›❯»＞]\s*[*•·●]*$/u;
/** The right edge of a box around the prompt. */
const rightFrame = /[\s_│┃║|]+$/u;

/** Longer than any prompt. */
const maxPromptChars = 512;

export class SecretPrompt {
  #line = '';
  #previousLine = '';

  addOutput(text: string): void {
    const lines = (this.#line + text).split(/\r\n|\n|\r/);
    this.#line = lines.pop()!.slice(-maxPromptChars);
    if (lines.length > 0) this.#previousLine = lines.pop()!.slice(-maxPromptChars);
  }

  get active(): boolean {
    if (this.#line === '') return false;
    const line = normalizeLine(this.#line);
    return (
      promptLine.test(line) ||
      (emptyPrompt.test(line) && promptLineAbove.test(normalizeLine(this.#previousLine)))
    );
  }
}

const normalizeLine = (line: string): string => stripEscapes(line).normalize('NFC').replace(rightFrame, '');

/** Removes the line ends at the end. */
export const stripLineEnd = (typed: string): string => typed.replace(/[\r\n]+$/, '');

/** Replaces typed lines, but keeps their line ends. With `hides`, replaces only the selected lines. */
export const maskLines = (
  typed: string,
  replacement: string,
  hides: (line: string) => boolean = () => true,
): string => typed.replace(/[^\r\n]+/g, (line) => (hides(line) ? replacement : line));

/** Replaces the typed text up to the first line end. */
export const maskTypedLine = (typed: string, replacement: string): string =>
  typed.replace(/^[^\r\n]+/, replacement);

type InputListener = (visible: string) => void;

interface PendingInput {
  text: string;
  readonly onSettled: InputListener;
  due: number;
  /** The action that is not performed yet. */
  action: object | undefined;
  /** Output since the text was typed. */
  printed: string;
}

/**
 * Holds typed text until it is echoed or `limits.typedAheadMs` has passed, because a password may be typed before its
 * prompt. If a prompt for a secret appears meanwhile, text without echo is hidden. Text that a program echoes as a
 * mask is hidden too. The order is kept.
 */
export class TypeAheadFilter {
  readonly #clock: Clock;
  readonly #replacement: string;
  readonly #pending: PendingInput[] = [];
  #timer: Disposable | undefined;

  constructor(clock: Clock, replacement: string) {
    this.#clock = clock;
    this.#replacement = replacement;
  }

  /** Text of an action waits until the action is performed. */
  add(text: string, settle: InputListener, action?: object): void {
    if (this.#pending.length === 0 && !hasText(text)) return settle(text);
    const due = this.#clock.now() + limits.typedAheadMs;
    this.#pending.push({ text, onSettled: settle, due, action, printed: '' });
    this.#armTimer();
  }

  /** `unseen`: the terminal did not echo at that time. */
  markPerformed(action: object, unseen: boolean): void {
    for (const one of this.#pending) {
      if (one.action !== action) continue;
      one.action = undefined;
      if (unseen) this.#mask(one);
    }
    this.#release();
  }

  /** `asks`: the output ends in a prompt for a secret. */
  addOutput(text: string, asks: boolean): void {
    for (const one of this.#pending) {
      one.printed = (one.printed + text).slice(0, limits.typedAheadChars);
      if (isEchoed(one)) one.due = 0;
      else if (asks) this.#mask(one, (line) => !showsEcho(one.printed, line));
      else if (isMasked(one)) this.#mask(one);
    }
    this.#release();
  }

  /**
   * No more output follows. Hides the text of actions that were not performed, because they may answer a later
   * prompt.
   */
  end(): void {
    for (const one of this.#pending) {
      if (one.action) this.#mask(one);
      one.action = undefined;
      one.due = 0;
    }
    this.#release();
  }

  #mask(one: PendingInput, hides?: (line: string) => boolean): void {
    if (hasText(one.text)) one.text = maskLines(one.text, this.#replacement, hides);
    one.due = 0;
  }

  #release(): void {
    const may = ({ action, due, text }: PendingInput) =>
      action === undefined && (due <= this.#clock.now() || !hasText(text));
    while (this.#pending[0] && may(this.#pending[0])) {
      const one = this.#pending.shift()!;
      one.onSettled(one.text);
    }
    this.#armTimer();
  }

  #armTimer(): void {
    this.#timer?.dispose();
    const [first] = this.#pending;
    if (!first || first.action) return;
    const left = Math.max(0, first.due - this.#clock.now());
    this.#timer = this.#clock.after(left, () => this.#release());
  }
}

/** Other input is a key that moves the cursor or ends a line. */
const hasText = (text: string): boolean => !text.startsWith('\x1b') && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

const isEchoed = ({ text, printed }: PendingInput): boolean =>
  !hasText(text) || splitLines(text).every((line) => showsEcho(printed, line));

const splitLines = (text: string): readonly string[] => text.split(/[\r\n]+/).filter((line) => line !== '');

/** Short text appears in much output by chance, so it must be at the start of the output. */
function showsEcho(printed: string, line: string): boolean {
  const plain = stripEscapes(printed);
  return line.length < 4 ? plain.startsWith(line) : plain.includes(line);
}

/** Sequences that neither print nor move the cursor: queries, colors, modes and erasing. */
const nonPrintingSequences =
  /\x1b(?:[P\]X^_][^\x07\x1b]*(?:\x07|\x1b\\)|\[(?:[?>=]?[\d;]*[mhlcnKJX]|\??[\d;]*\$p|[\d;]* q|>\d*q|[\d;]*t|[?>=<][\d;]*u))/g;

/** The end of a prompt that is still being printed when the answer is typed. */
const promptEnd = /^[:?>] ?/;

/** Mask characters must be at the cursor and alone on their line; other text of a program is elsewhere. */
function isMasked({ text, printed }: PendingInput): boolean {
  const typed = text.match(/\P{Cc}/gu)?.length ?? 0;
  const visible = printed.replace(nonPrintingSequences, '').replace(promptEnd, '');
  const masks = /^[*•●]*/.exec(visible)![0].length;
  const [line = ''] = stripEscapes(visible).split(/[\r\n]/);
  return typed > 0 && masks >= typed && line.trimEnd().length === masks;
}
