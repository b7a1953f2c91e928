/** Terminals of people in specs: the frames that a viewer is told, shown by an emulator of their own. */
import { createRequire } from 'node:module';
import type { Terminal as Emulator } from '@xterm/headless';
import { limits } from '../../../src/core/limits.ts';
import { noRedaction } from '../../../src/core/redact/policy.ts';
import type { Run } from '../../../src/core/screen/cells.ts';
import { Screen } from '../../../src/core/screen/screen.ts';
import { runsByRow } from '../../../src/core/screen/styledRows.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { NotingClient } from '../../harness/connection.ts';
import { Hopes } from '../../harness/hopes.ts';

export interface Extent {
  readonly rows: number;
  readonly cols: number;
}

/** One that has the widths of ours, and its cells as runs. */
export function freshScreen({ rows, cols }: Extent): Screen {
  return new Screen({
    size: { rows, cols, pixelWidth: 0, pixelHeight: 0 },
    scrollback: limits.defaultScrollback,
    clock: systemClock,
    replies: false,
    reply: () => {},
  });
}

export const feed = (screen: Screen, text: string): void => screen.feed(Buffer.from(text));

export const runsOn = (screen: Screen): Run[][] => runsByRow(screen, noRedaction);

type Package = { readonly Terminal: new (options: object) => Emulator };

/** As the package is delivered: nothing of it is ours. */
export function strangeTerminal({ rows, cols }: Extent): Emulator {
  const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as Package;
  return new Terminal({ rows, cols, allowProposedApi: true, scrollback: 0, logLevel: 'off' });
}

/** A person who looks at a session: what he is told is shown, and can be waited for. */
export class Person {
  readonly screen: Screen;
  readonly client: NotingClient;
  session = '';
  viewer = '';
  frames: string[] = [];
  readonly events: object[] = [];
  readonly #hopes = new Hopes();

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
        this.#hopes.look();
      });
  }

  static async attached(
    client: NotingClient,
    session: string,
    more: { size?: Extent; resize?: boolean; read_only?: boolean; name?: string; raw?: boolean } = {},
  ): Promise<Person> {
    const person = new Person(client, more.size ?? { rows: 24, cols: 80 });
    const told = await client.calls.session.attach({ session, ...more });
    person.session = told.session;
    person.viewer = told.viewer;
    person.#show(told.data);
    return person;
  }

  get text(): string {
    return this.screen.text();
  }

  type(data: string, more = false) {
    const { session, viewer } = this;
    return this.client.calls.session.type({ session, viewer, data, more });
  }

  /** Once it is so; it is looked at with every frame and every event. */
  until(is: (person: Person) => boolean): Promise<void> {
    return this.#hopes.until(() => is(this));
  }

  sees(text: string): Promise<void> {
    return this.until(() => this.text.includes(text));
  }

  #show(data: string): void {
    this.frames.push(data);
    feed(this.screen, data);
    this.#hopes.look();
  }
}
