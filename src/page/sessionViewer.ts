/** The viewer of this page: renders a frame, acknowledges it, and gets the next one. */
import type { BaseClient } from '#client/baseClient.ts';

interface ViewerGrid {
  readonly rows: number;
  readonly cols: number;
}

/** The terminal that renders the frames. */
export interface ViewerTerminal {
  readonly size: ViewerGrid;
  write(data: string): Promise<void>;
  /** Resolves when the written data is rendered. */
  rendered(): Promise<void>;
  resize(extent: ViewerGrid): void;
  close(): void;
}

interface SessionViewerOptions {
  readonly client: BaseClient;
  readonly session: string;
  readonly terminal: ViewerTerminal;
  /** The name that other viewers see. */
  readonly name: string;
  /** Called when the size of the session has changed. */
  readonly onResize: () => void;
}

export class SessionViewer {
  readonly session: string;
  readonly name: string;
  readonly #client: BaseClient;
  readonly #terminal: ViewerTerminal;
  readonly #onResize: () => void;
  readonly #unsubscribe: () => void;
  #viewer: string | undefined;
  #closed = false;

  constructor({ client, session, terminal, name, onResize }: SessionViewerOptions) {
    this.#client = client;
    this.session = session;
    this.name = name;
    this.#terminal = terminal;
    this.#onResize = onResize;
    this.#unsubscribe = client.news.session.frame(({ session: of, viewer, data, size }) => {
      if (of === session && viewer === this.#viewer) void this.#showFrame(data, size);
    });
  }

  get viewerId(): string | undefined {
    return this.#viewer;
  }

  /** Attaches to the whole session at any size, panels included. */
  async attach(): Promise<void> {
    const { session, name } = this;
    const shown = await this.#client.calls.session.attach({ session, name, paced: true });
    this.#viewer = shown.viewer;
    if (this.#closed) return this.#detach();
    this.#terminal.resize(shown.size);
    // Not awaited, because a terminal that is out of sight renders nothing.
    void this.#showFrame(shown.data, undefined);
  }

  /** Requests a full frame, for a terminal that has lost its content. */
  requestFrame(): void {
    const { rows, cols } = this.#terminal.size;
    const { session } = this;
    const viewer = this.#viewer;
    if (viewer === undefined) return;
    this.#client.calls.session.view({ session, viewer, size: { rows, cols } }).catch(ignoreClosed);
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    this.#detach();
    this.#terminal.close();
  }

  /**
   * Renders a frame, then acknowledges it. A browser reads without limit, so the server must wait for the rendering.
   */
  async #showFrame(data: string, size: ViewerGrid | undefined): Promise<void> {
    const { session } = this;
    const viewer = this.#viewer!;
    await this.#terminal.write(data);
    if (size) this.#applySize(size);
    await this.#terminal.rendered();
    if (!this.#closed) this.#client.calls.session.drawn({ session, viewer }).catch(ignoreClosed);
  }

  /** The content of a resized terminal is undefined, so request a full frame. */
  #applySize({ rows, cols }: ViewerGrid): void {
    this.#terminal.resize({ rows, cols });
    this.requestFrame();
    this.#onResize();
  }

  #detach(): void {
    const { session } = this;
    const viewer = this.#viewer;
    if (viewer !== undefined) this.#client.calls.session.detach({ session, viewer }).catch(ignoreClosed);
  }
}

/** The session was closed meanwhile, and its viewers with it. */
const ignoreClosed = (): void => {};
