/** Terminals of viewers in specs: an emulator shows the frames that a viewer receives. */
import { createRequire } from 'node:module';
import type { Terminal as Emulator } from '@xterm/headless';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { noRedaction } from '#redaction/policy.ts';
import type { CellRun } from '#terminal/cells.ts';
import { Screen } from '#terminal/screen.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import type { NotingClient } from '../harness/connection.ts';
import { Expectations } from '../harness/expectations.ts';

export interface Extent {
  readonly rows: number;
  readonly cols: number;
}

/** A screen with our width rules, readable as runs. */
export function freshScreen({ rows, cols }: Extent): Screen {
  return new Screen({
    size: { rows, cols, pixelWidth: 0, pixelHeight: 0 },
    scrollback: limits.defaultScrollback,
    clock: systemClock,
  });
}

export const feed = (screen: Screen, text: string): void => screen.feed(Buffer.from(text));

export const runsOn = (screen: Screen): CellRun[][] => screenRuns(screen, noRedaction);

type Package = { readonly Terminal: new (options: object) => Emulator };

/** The emulator as the package ships it, without our changes. */
export function strangeTerminal({ rows, cols }: Extent): Emulator {
  const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as Package;
  return new Terminal({ rows, cols, allowProposedApi: true, scrollback: 0, logLevel: 'off' });
}

/** A viewer of a session. Its frames go to a screen, and specs wait for what it shows. */
export class Person {
  readonly screen: Screen;
  readonly client: NotingClient;
  session = '';
  viewer = '';
  frames: string[] = [];
  readonly events: object[] = [];
  readonly #expectations = new Expectations();

  private constructor(client: NotingClient, extent: Extent) {
    this.client = client;
    this.screen = freshScreen(extent);
    client.on('session.frame', ({ session, viewer, data, exit }) => {
      if (session !== this.session || viewer !== this.viewer) return;
      if (exit) this.events.push({ exit });
      this.#show(data);
    });
    for (const name of ['session.held', 'session.typed', 'session.detached'] as const)
      client.on(name, (params) => {
        this.events.push({ [name]: params });
        this.#expectations.check();
      });
  }

  static async attached(
    client: NotingClient,
    session: string,
    more: { size?: Extent; resize?: boolean; read_only?: boolean; name?: string; raw?: boolean } = {},
  ): Promise<Person> {
    const person = new Person(client, more.size ?? { rows: 24, cols: 80 });
    const reply = await client.calls.session.attach({ session, ...more });
    person.session = reply.session;
    person.viewer = reply.viewer;
    person.#show(reply.data);
    return person;
  }

  get text(): string {
    return this.screen.text();
  }

  type(data: string, more = false) {
    const { session, viewer } = this;
    return this.client.calls.session.type({ session, viewer, data, more });
  }

  /** Resolves when the condition is true. It is checked at every frame and event. */
  until(is: (person: Person) => boolean): Promise<void> {
    return this.#expectations.until(() => is(this));
  }

  sees(text: string): Promise<void> {
    return this.until(() => this.text.includes(text));
  }

  #show(data: string): void {
    this.frames.push(data);
    feed(this.screen, data);
    this.#expectations.check();
  }
}
