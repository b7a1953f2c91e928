/** The recordings of the server: of this session first, each to be played here. */
import type { Talk } from '../../client/talk.ts';
import { el, fill } from '../parts/element.ts';
import { bytesInWords, clockTime } from '../parts/time.ts';
import type { Reel } from '../playback/playback.ts';

type Row = Awaited<ReturnType<Talk['calls']['recording']['list']>>['recordings'][number];

/** More than this is for `ptywright replay`. */
const mostChars = 64_000_000;

export class Recordings {
  readonly element = el('div', { class: 'leaf' });
  readonly #client: Talk;
  readonly #session: string;
  readonly #play: (reel: Reel) => void;
  readonly #failed: (problem: unknown) => void;

  constructor(client: Talk, session: string, play: (reel: Reel) => void, failed: (problem: unknown) => void) {
    this.#client = client;
    this.#session = session;
    this.#play = play;
    this.#failed = failed;
  }

  renew(): void {
    this.#client.calls.recording
      .list()
      .then(({ recordings }) => this.#show(recordings))
      .catch(this.#failed);
  }

  #show(recordings: readonly Row[]): void {
    const ours = recordings.filter(({ session }) => session === this.#session);
    const others = recordings.filter(({ session }) => session !== this.#session);
    const rows = [...ours, ...others].map((row) => this.#row(row));
    fill(this.element, [
      rows.length > 0
        ? el('ul', { class: 'recordings' }, ...rows)
        : el('p', { class: 'quiet' }, 'The server has no recordings now.'),
    ]);
    this.element.append(
      el('p', { class: 'quiet' }, 'Or drop an asciicast anywhere on this page: it stays in your browser.'),
    );
  }

  #row(row: Row): HTMLLIElement {
    const { recording, session, path, format, bytes, duration_ms, ended } = row;
    const plays = format.startsWith('asciicast');
    const name = path?.split('/').at(-1) ?? recording;
    const click = () => void this.#load(row, name).catch(this.#failed);
    const length = clockTime(duration_ms);
    return el(
      'li',
      {},
      el('span', { class: 'recording-name' }, name),
      el(
        'span',
        { class: 'quiet' },
        `${session} · ${length} · ${bytesInWords(bytes)}${ended ? ` · ${ended}` : ' · goes on'}`,
      ),
      plays
        ? el('button', { type: 'button', 'aria-label': `Play ${name}`, on: { click } }, 'Play')
        : el('span', { class: 'quiet' }, format),
    );
  }

  async #load({ recording, duration_ms: lengthMs }: Row, name: string): Promise<void> {
    let text = '';
    let offset = 0;
    for (let more = true; more && text.length < mostChars; ) {
      const part = await this.#client.calls.recording.read({ recording, offset });
      text += part.text;
      more = part.next > offset;
      offset = part.next;
    }
    this.#play({ name, text, lengthMs });
  }
}
