const markers = /(?:\x1b\[|\x9b)20[01]~/.source;
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.source;
const forbidden = new RegExp(`${markers}|${controls}`, 'g');

/**
 * What makes an end marker of a CSI before it. White space is a control: inside a sequence it acts at once, and
 * the sequence goes on.
 */
const endsPaste = /(?=[0\t\n\r]*2[\t\n\r]*0[\t\n\r]*1[\t\n\r]*(?:[;:][0-?\t\n\r]*)?~)/.source;
const beforeEnd = new RegExp(`[^\\x00-\\x7f]${endsPaste}`, 'gu');

/** A program that reads single bytes with 8-bit controls takes a last UTF-8 byte of 0x9b for CSI. */
const endsInCsiByte = (character: string) => (character.codePointAt(0)! & 0x3f) === 0x1b;

export interface Sanitised {
  readonly text: string;
  /** Characters removed or replaced. */
  readonly changed: number;
}

/**
 * Text that cannot end a bracketed paste. Every C0 control but tab, newline and return goes, and DEL, and every C1
 * control: without ESC and CSI there is no end marker, whatever the removed parts had kept apart. A letter such as
 * ě, right before `201~`, becomes U+FFFD: to remove it could join what stands around it to a marker.
 *
 * Removed, not refused, as terminals do: people paste logs with colours in them. Changes are counted, and the
 * caller is told.
 */
export function sanitise(given: string): Sanitised {
  let changed = 0;
  const drop = (found: string) => {
    changed += found.length;
    return '';
  };
  const replaceIfCsi = (found: string) => {
    if (!endsInCsiByte(found)) return found;
    changed += 1;
    return '\ufffd';
  };
  return { text: given.replace(forbidden, drop).replace(beforeEnd, replaceIfCsi), changed };
}
