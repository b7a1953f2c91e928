/** The viewer of this page: renders a frame, acknowledges it, and gets the next one. */

import type { BaseClient } from '#client/baseClient.ts';
import type { GridSize } from '#platform/pty/size.ts';
import type { TerminalView } from './terminal.ts';

/** The terminal that renders the frames. */
export type ViewerTerminal = Pick<TerminalView, 'size' | 'write' | 'rendered' | 'resize' | 'close'>;

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
  readonly #options: SessionViewerOptions;
  readonly #unsubscribe: () => void;
  #viewer: string | undefined;
  #closed = false;

  constructor(options: SessionViewerOptions) {
    const { client, session } = options;
    this.#options = options;
    this.#unsubscribe = client.news.session.frame(({ session: of, viewer, data, size }) => {
      if (of === session && viewer === this.#viewer) void this.#showFrame(data, size);
    });
  }

  get session(): string {
    return this.#options.session;
  }

  get name(): string {
    return this.#options.name;
  }

  get viewerId(): string | undefined {
    return this.#viewer;
  }

  /** Attaches to the whole session at any size, panels included. */
  async attach(): Promise<void> {
    const { session, name } = this;
    const attached = await this.#options.client.calls.session.attach({ session, name, paced: true });
    this.#viewer = attached.viewer;
    if (this.#closed) return this.#detach();
    this.#options.terminal.resize(attached.size);
    // Not awaited, because a terminal that is out of sight renders nothing.
    void this.#showFrame(attached.data, undefined);
  }

  /** Requests a full frame, for a terminal that has lost its content. */
  requestFrame(): void {
    const { rows, cols } = this.#options.terminal.size;
    const { session } = this;
    const viewer = this.#viewer;
    if (viewer === undefined) return;
    this.#options.client.calls.session.view({ session, viewer, size: { rows, cols } }).catch(ignoreClosed);
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    this.#detach();
    this.#options.terminal.close();
  }

  /**
   * Renders a frame, then acknowledges it. A browser reads without limit, so the server must wait for the rendering.
   */
  async #showFrame(data: string, size: GridSize | undefined): Promise<void> {
    const { session } = this;
    const viewer = this.#viewer!;
    await this.#options.terminal.write(data);
    if (size) this.#applySize(size);
    await this.#options.terminal.rendered();
    if (!this.#closed) this.#options.client.calls.session.drawn({ session, viewer }).catch(ignoreClosed);
  }

  /** The content of a resized terminal is undefined, so request a full frame. */
  #applySize({ rows, cols }: GridSize): void {
    this.#options.terminal.resize({ rows, cols });
    this.requestFrame();
    this.#options.onResize();
  }

  #detach(): void {
    const { session } = this;
    const viewer = this.#viewer;
    if (viewer !== undefined)
      this.#options.client.calls.session.detach({ session, viewer }).catch(ignoreClosed);
  }
}

/** The session was closed meanwhile, and its viewers with it. */
const ignoreClosed = (): void => {};
