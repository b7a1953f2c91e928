/** The recordings tab: the recordings of the server, those of this session first. */
import type { RecordingInfo } from '#client/api.ts';
import type { BaseClient } from '#client/baseClient.ts';
import { el, setChildren } from './dom.ts';
import { formatBytes, formatClockTime } from './format.ts';
import type { LoadedRecording } from './playback.ts';

/** Longer recordings are for `ptywright replay`. */
const maxRecordingChars = 64_000_000;

export class RecordingsTab {
  readonly element = el('div', { class: 'leaf' });
  readonly #client: BaseClient;
  readonly #session: string;
  readonly #play: (recording: LoadedRecording) => void;
  readonly #onError: (problem: unknown) => void;

  constructor(
    client: BaseClient,
    session: string,
    play: (recording: LoadedRecording) => void,
    failed: (problem: unknown) => void,
  ) {
    this.#client = client;
    this.#session = session;
    this.#play = play;
    this.#onError = failed;
  }

  refresh(): void {
    this.#client.calls.recording
      .list()
      .then(({ recordings }) => this.#show(recordings))
      .catch(this.#onError);
  }

  #show(recordings: readonly RecordingInfo[]): void {
    const ours = recordings.filter(({ session }) => session === this.#session);
    const others = recordings.filter(({ session }) => session !== this.#session);
    const rows = [...ours, ...others].map((row) => this.#createRow(row));
    setChildren(this.element, [
      rows.length > 0
        ? el('ul', { class: 'recordings' }, ...rows)
        : el('p', { class: 'quiet' }, 'The server has no recordings.'),
    ]);
    this.element.append(
      el(
        'p',
        { class: 'quiet' },
        'You can also drop an asciicast anywhere on this page. It stays in your browser.',
      ),
    );
  }

  #createRow(row: RecordingInfo): HTMLLIElement {
    const { recording, session, path, format, bytes, duration_ms, ended } = row;
    const plays = format.startsWith('asciicast');
    const name = path?.split('/').at(-1) ?? recording;
    const click = () => void this.#load(row, name).catch(this.#onError);
    const length = formatClockTime(duration_ms);
    return el(
      'li',
      {},
      el('span', { class: 'recording-name' }, name),
      el(
        'span',
        { class: 'quiet' },
        `${session} · ${length} · ${formatBytes(bytes)}${ended ? ` · ${ended}` : ' · recording'}`,
      ),
      plays
        ? el('button', { 'aria-label': `Play ${name}`, on: { click } }, 'Play')
        : el('span', { class: 'quiet' }, format),
    );
  }

  async #load({ recording, duration_ms: lengthMs }: RecordingInfo, name: string): Promise<void> {
    let text = '';
    let offset = 0;
    for (let more = true; more && text.length < maxRecordingChars; ) {
      const part = await this.#client.calls.recording.read({ recording, offset });
      text += part.text;
      more = part.next > offset;
      offset = part.next;
    }
    this.#play({ name, text, lengthMs });
  }
}
