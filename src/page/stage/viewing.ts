/** This page as one who looks at a session: frames come, and are drawn one after the other. */
import type { Talk } from '../../client/talk.ts';

interface Extent {
  readonly rows: number;
  readonly cols: number;
}

/** What frames are drawn on. */
export interface Picture {
  readonly extent: Extent;
  write(data: string): Promise<void>;
  resize(extent: Extent): void;
  close(): void;
}

export class Viewing {
  readonly session: string;
  readonly #client: Talk;
  readonly #screen: Picture;
  readonly #deaf: () => void;
  #viewer: string | undefined;
  #closed = false;

  constructor(client: Talk, session: string, screen: Picture) {
    this.#client = client;
    this.session = session;
    this.#screen = screen;
    this.#deaf = client.news.session.frame((told) => {
      const { viewer, data } = told;
      if (told.session === session && viewer === this.#viewer) void screen.write(data);
    });
  }

  get viewer(): string | undefined {
    return this.#viewer;
  }

  async attach(): Promise<void> {
    const { session } = this;
    const screen = this.#screen;
    const shown = await this.#client.calls.session.attach({ session, name: 'page', size: screen.extent });
    this.#viewer = shown.viewer;
    if (this.#closed) return this.#leave();
    await screen.write(shown.data);
    this.resized(shown.size);
  }

  /** The session has another size by now: this terminal follows, and asks for a whole frame. */
  resized({ rows, cols }: Extent): void {
    const { session } = this;
    const screen = this.#screen;
    if (screen.extent.rows === rows && screen.extent.cols === cols) return;
    screen.resize({ rows, cols });
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

  #leave(): void {
    const { session } = this;
    const viewer = this.#viewer;
    if (viewer !== undefined) this.#client.calls.session.detach({ session, viewer }).catch(gone);
  }
}

/** A session that is closed meanwhile takes its viewers with it. */
const gone = (): void => {};
