/** Whether what is typed now is typed at a question for a secret: those are no secrets by their looks. */
import { stripEscapes } from '../redact/escapes.ts';

const asked =
  /(?:pass(?:word|phrase|code|wd)|secret|token|\bpin\b|\b(?:one-time|verification|security) code|api[ _-]?key)[^\n]{0,80}[:?>]\s*[*\u2022\u00b7\u25cf]*$/i;

/** More than a question has. */
const keptChars = 512;

export class SecretPrompt {
  #line = '';

  printed(text: string): void {
    const begun = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    const line = begun > 0 && begun < text.length ? text.slice(begun) : begun > 0 ? '' : this.#line + text;
    this.#line = line.slice(-keptChars);
  }

  get asks(): boolean {
    return this.#line !== '' && asked.test(stripEscapes(this.#line));
  }
}

/** A text without the keys that end a line. */
export const stripEnd = (typed: string): string => typed.replace(/[\r\n]+$/, '');

/** What was typed, up to the key that ends the line, replaced. */
export const hideTyped = (typed: string, replacement: string): string =>
  typed.replace(/^[^\r\n]+/, replacement);
