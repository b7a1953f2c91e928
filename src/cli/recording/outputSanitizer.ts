/**
 * Passes sequences that draw and removes all others. A recording is untrusted, and a terminal answers queries as input,
 * which a shell would read after the replay.
 */

/** Longer than any sequence that draws. The rest of a longer sequence is skipped. */
const maxSequenceChars = 4096;
const maxParameterChars = 256;

const csiPattern = /^\x1b\[([<-?]?)([0-9;:]*)([ -/]*)([@-~])/;
/** Only hyperlinks (OSC 8) are passed. */
const oscPattern = /^\x1b\]([^\x00-\x1f\x7f-\x9f]*)(?:\x07|\x1b\\)/;
const stringPattern = /^\x1b[P\]X^_][^\x1b]*(?:\x07|\x1b\\)/;
const escapePattern = /^\x1b([ -/]*)([0-~])/;
/** An incomplete sequence at the end of the input. */
const incompletePattern = /^\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)$/;

/**
 * Private modes that affect the display: reverse video, origin, line wrap, cursor, alternate screen, synchronized
 * output.
 */
const drawingModes = new Set(['5', '6', '7', '12', '25', '45', '47', '1047', '1048', '1049', '2026']);
const allowedFinals = /^[@A-HJKLMPSTXZ`abdefgmrsu]$/;
const allowedEscapes = /^(?:[78DEHM]|[()*+-/][0-9A-Z<>%"&=`]+)$/;

export class OutputSanitizer {
  #pending = '';
  #inLongString = false;
  /** Whether the recording entered the alternate screen and did not leave it. */
  alternateScreen = false;

  push(text: string): string {
    let rest = this.#skipLongString(this.#pending + toSevenBit(text));
    this.#pending = '';
    let out = '';
    while (rest !== '') {
      const at = rest.indexOf('\x1b');
      if (at < 0) return out + stripControls(rest);
      out += stripControls(rest.slice(0, at));
      rest = rest.slice(at);
      if (incompletePattern.test(rest)) {
        this.#inLongString = rest.length > maxSequenceChars;
        if (!this.#inLongString) this.#pending = rest;
        return out;
      }
      const [length, passed] = this.#filterSequence(rest);
      out += passed;
      rest = rest.slice(length);
    }
    return out;
  }

  /** Returns the text after the string that is skipped. */
  #skipLongString(text: string): string {
    if (!this.#inLongString) return text;
    const end = text.search(/[\x07\x1b]/);
    this.#inLongString = end < 0;
    return end < 0 ? '' : text.slice(text[end] === '\x07' ? end + 1 : end);
  }

  /** Returns the length of the sequence and what to write. An unknown escape is removed and the rest stays text. */
  #filterSequence(text: string): readonly [length: number, passed: string] {
    const control = csiPattern.exec(text);
    if (control) return [control[0].length, this.#filterControl(control)];
    const command = oscPattern.exec(text);
    if (command) return [command[0].length, /^8;[^;]*;/.test(command[1]!) ? command[0] : ''];
    const hidden = stringPattern.exec(text);
    if (hidden) return [hidden[0].length, ''];
    const single = escapePattern.exec(text);
    if (!single) return [1, ''];
    // A full reset would also clear the scrollback, so it becomes a soft reset.
    if (single[0] === '\x1bc') return [2, '\x1b[!p\x1b[H\x1b[2J'];
    return [single[0].length, allowedEscapes.test(single[1]! + single[2]!) ? single[0] : ''];
  }

  #filterControl([whole, mark, numbers, between, final]: RegExpExecArray): string {
    if (numbers!.length > maxParameterChars) return '';
    if (between === ' ' && final === 'q') return whole;
    if (between === '!' && final === 'p') return whole;
    if (between !== '') return '';
    if (mark === '?' && /[hl]/.test(final!)) return this.#filterModes(numbers!, final!);
    if (mark === '?' && /[JK]/.test(final!)) return whole;
    if (mark !== '') return '';
    // 3J would clear the scrollback of the user.
    if (final === 'J' && numbers!.split(';').includes('3')) return '';
    if (/[hl]/.test(final!)) return numbers === '4' ? whole : '';
    return allowedFinals.test(final!) ? whole : '';
  }

  #filterModes(numbers: string, final: string): string {
    const kept = numbers.split(';').filter((mode) => drawingModes.has(mode));
    if (kept.some((mode) => ['47', '1047', '1049'].includes(mode))) this.alternateScreen = final === 'h';
    return kept.length > 0 ? `\x1b[?${kept.join(';')}${final}` : '';
  }
}

const c1Introducers: Readonly<Record<string, string>> = {
  '\x9b': '\x1b[',
  '\x9d': '\x1b]',
  '\x90': '\x1bP',
  '\x98': '\x1bX',
  '\x9e': '\x1b^',
  '\x9f': '\x1b_',
  '\x9c': '\x1b\\',
};

/** Some terminals interpret C1 controls, others print them, so they are converted. */
const toSevenBit = (text: string) => text.replace(/[\x80-\x9f]/g, (char) => c1Introducers[char] ?? '');

/** Removes control characters except BEL to SI and ESC. ENQ is a query; CAN and SUB only end sequences. */
const stripControls = (text: string) => text.replace(/[\x00-\x06\x10-\x1a\x1c-\x1f\x7f]/g, '');
