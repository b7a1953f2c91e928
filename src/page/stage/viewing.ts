/** This page as one who looks at a session: a frame comes, and is drawn; then the next one comes. */
import type { Talk } from '../../client/talk.ts';

interface Extent {
  readonly rows: number;
  readonly cols: number;
}

/** What frames are drawn on. */
export interface Picture {
  readonly extent: Extent;
  write(data: string): Promise<void>;
  /** Kept when what was written is to be seen. */
  drawn(): Promise<void>;
  resize(extent: Extent): void;
  close(): void;
}

export interface ViewingTerms {
  readonly client: Talk;
  readonly session: string;
  readonly screen: Picture;
  /** As the others see who looks on. */
  readonly name: string;
  /** The session has another size than it had. */
  readonly resized: () => void;
}

export class Viewing {
  readonly session: string;
  readonly name: string;
  readonly #client: Talk;
  readonly #screen: Picture;
  readonly #resized: () => void;
  readonly #deaf: () => void;
  #viewer: string | undefined;
  #closed = false;

  constructor({ client, session, screen, name, resized }: ViewingTerms) {
    this.#client = client;
    this.session = session;
    this.name = name;
    this.#screen = screen;
    this.#resized = resized;
    this.#deaf = client.news.session.frame(({ session: of, viewer, data, size }) => {
      if (of === session && viewer === this.#viewer) void this.#show(data, size);
    });
  }

  get viewer(): string | undefined {
    return this.#viewer;
  }

  /** The whole of the session, however large: panels are beside the program's own screen. */
  async attach(): Promise<void> {
    const { session, name } = this;
    const shown = await this.#client.calls.session.attach({ session, name, paced: true });
    this.#viewer = shown.viewer;
    if (this.#closed) return this.#leave();
    this.#screen.resize(shown.size);
    // It may be out of sight, where nothing is drawn.
    void this.#show(shown.data, undefined);
  }

  /** For a terminal that has lost what it was told: a whole frame. */
  renew(): void {
    const { rows, cols } = this.#screen.extent;
    const { session } = this;
    const viewer = this.#viewer;
    if (viewer === undefined) return;
    this.#client.calls.session.view({ session, viewer, size: { rows, cols } }).catch(gone);
  }

  close(): void {
    this.#closed = true;
    this.#deaf();
    this.#leave();
    this.#screen.close();
  }

  /** A browser takes whatever comes: until this frame is drawn, nobody must send the next one. */
  async #show(data: string, size: Extent | undefined): Promise<void> {
    const { session } = this;
    const viewer = this.#viewer!;
    await this.#screen.write(data);
    if (size) this.#follow(size);
    await this.#screen.drawn();
    if (!this.#closed) this.#client.calls.session.drawn({ session, viewer }).catch(gone);
  }

  /** What a terminal shows that was resized is nobody's knowledge: it asks for a whole frame. */
  #follow({ rows, cols }: Extent): void {
    this.#screen.resize({ rows, cols });
    this.renew();
    this.#resized();
  }

  #leave(): void {
    const { session } = this;
    const viewer = this.#viewer;
    if (viewer !== undefined) this.#client.calls.session.detach({ session, viewer }).catch(gone);
  }
}

/** A session that is closed meanwhile takes its viewers with it. */
const gone = (): void => {};
