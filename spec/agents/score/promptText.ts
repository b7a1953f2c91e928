/** Compares prompts as they were sent with prompts as the agent stores them. */

/** Later versions normalize letters and drop characters without width. */
const normalizeLetters = (text: string) => text.normalize('NFC').replace(/\p{Cf}/gu, '');

/**
 * The plugin adds a blank after a backslash, which would otherwise break the line, and after the name of an emoji, which
 * would otherwise open a menu. The oldest version stores this blank.
 */
const dropAddedSpace = (text: string) => text.replace(/(\\|:\w+) $/, '$1');

/** Some agents add a blank at the end of a pasted prompt, or drop it. */
const trimLastSpace = (text: string) => text.replace(/ $/, '');

/** A paste drops what a terminal would interpret: the end of a paste, and control characters. */
const dropPasteSequences = (text: string) =>
  text
    .replaceAll('\x1b[201~', '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');

/** From 2.1.328 on, Claude Code puts a long paste into tags for the model. */
const dropPasteMarkup = (text: string) =>
  text.replace(/^\n\n<pasted_content [^>]*>\n([\s\S]*)\n<\/pasted_content[^>]*>\s*$/, '$1');

export const isSamePrompt = (sent: string, stored: string): boolean =>
  trimLastSpace(normalizeLetters(dropPasteSequences(sent))) ===
  trimLastSpace(normalizeLetters(dropAddedSpace(dropPasteMarkup(stored))));

/** Formats texts for one line of a report. */
export const formatTexts = (texts: readonly string[]): string =>
  JSON.stringify(texts.map((text) => (text.length > 80 ? `${text.slice(0, 60)}… (${text.length})` : text)));
