/** Prompts as they were sent, and as the agent stores them. */

/** Later versions normalize letters and drop characters without width. */
const composed = (text: string) => text.normalize('NFC').replace(/\p{Cf}/gu, '');

/**
 * A blank follows a backslash, which would otherwise break the line. A blank also follows the name of an emoji, which
 * would otherwise open a menu. The oldest version stores this blank.
 */
const unspaced = (text: string) => text.replace(/(\\|:\w+) $/, '$1');

/** Some agents add a blank to a prompt that was pasted, or drop those at its end. */
const ended = (text: string) => text.replace(/ $/, '');

/** A paste drops sequences that a terminal would obey: the end of a paste, and the escape of other sequences. */
const pasted = (text: string) =>
  text
    .replaceAll('\x1b[201~', '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');

/** Claude Code from 2.1.328 on marks a long paste for the model. */
const unmarked = (text: string) =>
  text.replace(/^\n\n<pasted_content [^>]*>\n([\s\S]*)\n<\/pasted_content[^>]*>\s*$/, '$1');

export const arrivedAs = (sent: string, kept: string): boolean =>
  ended(composed(pasted(sent))) === ended(composed(unspaced(unmarked(kept))));

/** Formats texts for one line of a report. */
export const brief = (texts: readonly string[]): string =>
  JSON.stringify(texts.map((text) => (text.length > 80 ? `${text.slice(0, 60)}… (${text.length})` : text)));
