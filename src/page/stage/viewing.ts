/** This page as one who looks at a session: frames come, and are drawn one after the other. */
import type { Talk } from '../../client/talk.ts';
import { type Extent, Screen } from '../terminal/terminal.ts';

export class Viewing {
  readonly session: string;
  readonly screen: Screen;
  readonly #client: Talk;
  readonly #deaf: () => void;
  #viewer: string | undefined;
  #closed = false;

  constructor(client: Talk, session: string, { rows, cols }: Extent) {
    this.#client = client;
    this.session = session;
    this.screen = new Screen('Screen of the session', { rows, cols });
    this.#deaf = client.news.session.frame(({ viewer, data }) => {
      if (viewer === this.#viewer) void this.screen.write(data);
    });
  }

  get viewer(): string | undefined {
    return this.#viewer;
  }

  async attach(): Promise<void> {
    const { session, screen } = this;
    const shown = await this.#client.calls.session.attach({ session, name: 'page', size: screen.extent });
    this.#viewer = shown.viewer;
    if (this.#closed) return this.#leave();
    await screen.write(shown.data);
    this.resized(shown.size);
  }

  /** The session has another size by now: this terminal follows, and asks for a whole frame. */
  resized({ rows, cols }: Extent): void {
    const { screen, session } = this;
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
    this.screen.close();
  }

  #leave(): void {
    const { session } = this;
    const viewer = this.#viewer;
    if (viewer !== undefined) this.#client.calls.session.detach({ session, viewer }).catch(gone);
  }
}

/** A session that is closed meanwhile takes its viewers with it. */
const gone = (): void => {};
