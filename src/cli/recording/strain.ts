/**
 * Lets through what draws on a terminal, and nothing else: a recording comes from anywhere, and a terminal answers
 * questions by typing, which a shell would read as soon as the recording is over.
 */

/** Longer than any sequence that draws: the rest of one that is longer is passed over. */
const mostChars = 4096;
const mostNumbers = 256;

const csi = /^\x1b\[([<-?]?)([0-9;:]*)([ -/]*)([@-~])/;
/** A link is all that is let through of these. */
const osc = /^\x1b\]([^\x00-\x1f\x7f-\x9f]*)(?:\x07|\x1b\\)/;
const string = /^\x1b[P\]X^_][^\x1b]*(?:\x07|\x1b\\)/;
const other = /^\x1b([ -/]*)([0-~])/;
/** What may be the beginning of one. */
const begun = /^\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)$/;

/** Private modes that say how something looks: columns wrap, blinking, the cursor, the other screen, drawing at once. */
const drawing = new Set(['5', '6', '7', '12', '25', '45', '47', '1047', '1048', '1049', '2026']);
const finals = /^[@A-HJKLMPSTXZ`abdefgmrsu]$/;
const singles = /^(?:[78DEHM]|[()*+-/][0-9A-Z<>%"&=`]+)$/;

export class Strain {
  #held = '';
  #within = false;
  /** Whether the other screen was taken, and not given back. */
  alternate = false;

  push(text: string): string {
    let rest = this.#outside(this.#held + sevenBit(text));
    this.#held = '';
    let out = '';
    while (rest !== '') {
      const at = rest.indexOf('\x1b');
      if (at < 0) return out + plain(rest);
      out += plain(rest.slice(0, at));
      rest = rest.slice(at);
      if (begun.test(rest)) {
        this.#within = rest.length > mostChars;
        if (!this.#within) this.#held = rest;
        return out;
      }
      const [length, passed] = this.#sequence(rest);
      out += passed;
      rest = rest.slice(length);
    }
    return out;
  }

  /** What comes after the string that is being passed over. */
  #outside(text: string): string {
    if (!this.#within) return text;
    const end = text.search(/[\x07\x1b]/);
    this.#within = end < 0;
    return end < 0 ? '' : text.slice(text[end] === '\x07' ? end + 1 : end);
  }

  /** How long it is, and what of it may pass. What is none is left as text, without its escape. */
  #sequence(text: string): readonly [length: number, passed: string] {
    const control = csi.exec(text);
    if (control) return [control[0].length, this.#control(control)];
    const command = osc.exec(text);
    if (command) return [command[0].length, /^8;[^;]*;/.test(command[1]!) ? command[0] : ''];
    const hidden = string.exec(text);
    if (hidden) return [hidden[0].length, ''];
    const single = other.exec(text);
    if (!single) return [1, ''];
    // A full reset would also forget what stood on the terminal before.
    if (single[0] === '\x1bc') return [2, '\x1b[!p\x1b[H\x1b[2J'];
    return [single[0].length, singles.test(single[1]! + single[2]!) ? single[0] : ''];
  }

  #control([whole, mark, numbers, between, final]: RegExpExecArray): string {
    if (numbers!.length > mostNumbers) return '';
    if (between === ' ' && final === 'q') return whole;
    if (between === '!' && final === 'p') return whole;
    if (between !== '') return '';
    if (mark === '?' && /[hl]/.test(final!)) return this.#modes(numbers!, final!);
    if (mark === '?' && /[JK]/.test(final!)) return whole;
    if (mark !== '') return '';
    // 3J takes away what the person has above the screen.
    if (final === 'J' && numbers!.split(';').includes('3')) return '';
    if (/[hl]/.test(final!)) return numbers === '4' ? whole : '';
    return finals.test(final!) ? whole : '';
  }

  #modes(numbers: string, final: string): string {
    const kept = numbers.split(';').filter((mode) => drawing.has(mode));
    if (kept.some((mode) => ['47', '1047', '1049'].includes(mode))) this.alternate = final === 'h';
    return kept.length > 0 ? `\x1b[?${kept.join(';')}${final}` : '';
  }
}

const introducers: Readonly<Record<string, string>> = {
  '\x9b': '\x1b[',
  '\x9d': '\x1b]',
  '\x90': '\x1bP',
  '\x98': '\x1bX',
  '\x9e': '\x1b^',
  '\x9f': '\x1b_',
  '\x9c': '\x1b\\',
};

/** Some terminals take these as the sequences that they stand for, others print them. */
const sevenBit = (text: string) => text.replace(/[\x80-\x9f]/g, (char) => introducers[char] ?? '');

/** Without a question that is a single character (ENQ), and what ends a sequence that never was. */
const plain = (text: string) => text.replace(/[\x00-\x06\x10-\x1a\x1c-\x1f\x7f]/g, '');
