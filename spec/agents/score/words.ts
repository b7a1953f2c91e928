/** Words as they were sent, and as the program has them then. */

/** Later versions compose letters, and leave out what has no width. */
const composed = (text: string) => text.normalize('NFC').replace(/\p{Cf}/gu, '');

/**
 * A blank is put behind a backslash, which would else break the line, and behind the name of an emoji, which would else
 * open a menu; the oldest version keeps it.
 */
const unspaced = (text: string) => text.replace(/(\\|:\w+) $/, '$1');

/** Nothing is pasted that a terminal would obey: the end of a paste goes, and of a sequence its escape. */
const pasted = (text: string) =>
  text
    .replaceAll('\x1b[201~', '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');

export const arrivedAs = (sent: string, kept: string): boolean =>
  composed(pasted(sent)) === composed(unspaced(kept));

/** Texts as they can stand in one line of a report. */
export const brief = (texts: readonly string[]): string =>
  JSON.stringify(texts.map((text) => (text.length > 80 ? `${text.slice(0, 60)}… (${text.length})` : text)));
