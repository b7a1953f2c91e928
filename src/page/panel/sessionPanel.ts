/** The panel of one session: what goes on in it, what it has written, and its recordings. */
import type { Talk } from '../../client/talk.ts';
import type { Reel } from '../playback/playback.ts';
import type { News, Watched } from '../sessions/sessions.ts';
import type { Voice } from '../voice.ts';
import { Now } from './now.ts';
import { Panel } from './panel.ts';
import { Recordings } from './recordings.ts';
import { Transcript } from './transcript.ts';

export interface SessionPanelTerms {
  readonly client: Talk;
  readonly watched: Watched;
  readonly play: (reel: Reel) => void;
  readonly voice: Voice;
}

const transcriptName = 'Transcript';

export class SessionPanel {
  readonly session: string;
  readonly #now = new Now();
  readonly #transcript: Transcript;
  readonly #panel: Panel;

  constructor({ client, watched, play, voice }: SessionPanelTerms) {
    this.session = watched.id;
    const failed = (problem: unknown) => voice.complain((problem as Error).message);
    const recordings = new Recordings(client, watched.id, play, failed);
    this.#transcript = new Transcript(client, watched.id, failed);
    this.#panel = new Panel([
      { name: 'Now', content: this.#now.element },
      { name: transcriptName, content: this.#transcript.element, shown: () => this.#transcript.renew() },
      { name: 'Recordings', content: recordings.element, shown: () => recordings.renew() },
    ]);
    this.#now.tell(watched);
  }

  get element(): HTMLElement {
    return this.#panel.element;
  }

  tell(watched: Watched, news: News): void {
    if (news === 'shown') this.#transcript.renew();
    else this.#now.tell(watched);
  }

  search(): void {
    this.#panel.named(transcriptName);
  }

  close(): void {
    this.#now.close();
    this.element.remove();
  }
}
