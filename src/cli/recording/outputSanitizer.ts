/**
 * Passes sequences that draw and removes all others. A recording is untrusted, and a terminal answers queries as input,
 * which a shell would read after the replay.
 */

import { limits } from '#limits.ts';
import { VtTokenizer } from '#terminal/vtTokenizer.ts';

const maxParameterChars = 256;

/** Prefix, parameters and intermediates. */
const parameterPattern = /^([<-?]?)([0-9;:]*)([ -/]*)$/;
/** Hyperlinks (OSC 8), the only strings that are passed. */
const linkPattern = /^8;[^;\x00-\x1f\x7f-\x9f]*;[^\x00-\x1f\x7f-\x9f]*$/;

/**
 * Private modes that affect the display: reverse video, origin, line wrap, cursor, alternate screen, synchronized
 * output.
 */
const drawingModes = new Set(['5', '6', '7', '12', '25', '45', '47', '1047', '1048', '1049', '2026']);
const allowedFinals = /^[@A-HJKLMPSTXZ`abdefgmrsu]$/;
const allowedEscapes = /^(?:[78DEHM]|[()*+-/][0-9A-Z<>%"&=`]+)$/;

export class OutputSanitizer {
  /** Some terminals interpret C1 controls, others print them. They are removed or converted. */
  readonly #tokens = new VtTokenizer({ c1: true, controls: false });
  /** Whether the recording entered the alternate screen and did not leave it. */
  alternateScreen = false;

  push(text: string): string {
    const tokens = this.#tokens.push(text);
    let out = '';
    while (tokens.next()) {
      if (tokens.kind === 'text') out += stripControls(tokens.text.slice(tokens.start, tokens.end));
      // A longer sequence was cut.
      else if (tokens.end - tokens.start <= limits.sequenceChars) out += this.#filterSequence(tokens);
    }
    return out;
  }

  #filterSequence({ kind, text, from, to, final, isTerminated }: VtTokenizer): string {
    const content = text.slice(from, to);
    if (kind === 'csi') return final === '' ? '' : this.#filterControl(content, final);
    if (kind === 'string')
      return final === ']' && isTerminated && linkPattern.test(content) ? `\x1b]${content}\x1b\\` : '';
    // A full reset would also clear the scrollback, so it becomes a soft reset.
    if (kind === 'escape' && content === 'c') return '\x1b[!p\x1b[H\x1b[2J';
    return kind === 'escape' && allowedEscapes.test(content) ? `\x1b${content}` : '';
  }

  #filterControl(content: string, final: string): string {
    const [, mark, numbers = '', between] = parameterPattern.exec(content) ?? [];
    if (between === undefined || numbers.length > maxParameterChars) return '';
    const whole = `\x1b[${content}${final}`;
    if (between === ' ' && final === 'q') return whole;
    if (between === '!' && final === 'p') return whole;
    if (between !== '') return '';
    if (mark === '?' && /[hl]/.test(final)) return this.#filterModes(numbers, final);
    if (mark === '?' && /[JK]/.test(final)) return whole;
    if (mark !== '') return '';
    // 3J would clear the scrollback of the user.
    if (final === 'J' && numbers.split(';').includes('3')) return '';
    if (/[hl]/.test(final)) return numbers === '4' ? whole : '';
    return allowedFinals.test(final) ? whole : '';
  }

  #filterModes(numbers: string, final: string): string {
    const kept = numbers.split(';').filter((mode) => drawingModes.has(mode));
    if (kept.some((mode) => ['47', '1047', '1049'].includes(mode))) this.alternateScreen = final === 'h';
    return kept.length > 0 ? `\x1b[?${kept.join(';')}${final}` : '';
  }
}

/** Removes control characters except BEL to SI and ESC. ENQ is a query; CAN and SUB only end sequences. */
const stripControls = (text: string) => text.replace(/[\x00-\x06\x10-\x1a\x1c-\x1f\x7f]/g, '');
