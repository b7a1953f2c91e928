/** The panel of one session: its overview, transcript and recordings in tabs. */
import type { BaseClient } from '#client/baseClient.ts';
import { el, setAttributes, setChildren } from './dom.ts';
import type { PageNotifier } from './frame.ts';
import { OverviewTab } from './overview.ts';
import type { LoadedRecording } from './playback.ts';
import { RecordingsTab } from './recordings.ts';
import type { SessionEntry, SessionNews } from './sessions.ts';
import { TranscriptTab } from './transcript.ts';

interface PanelTab {
  readonly name: string;
  readonly content: HTMLElement;
  /** Called when the tab becomes visible. */
  readonly onShow?: () => void;
}

class TabPanel {
  readonly element: HTMLElement;
  readonly #entries: readonly PanelTab[];
  readonly #buttons: readonly HTMLButtonElement[];

  constructor(leaves: readonly PanelTab[]) {
    this.#entries = leaves;
    this.#buttons = leaves.map(({ name }, at) =>
      el(
        'button',
        {
          role: 'tab',
          id: `tab-${at}`,
          'aria-controls': `leaf-${at}`,
          on: { click: () => this.show(at), keydown: (event) => this.#handleKey(event, at) },
        },
        name,
      ),
    );
    for (const [at, { content }] of leaves.entries())
      setAttributes(content, {
        role: 'tabpanel',
        id: `leaf-${at}`,
        'aria-labelledby': `tab-${at}`,
        tabindex: 0,
      });
    const bar = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Session details' });
    setChildren(bar, this.#buttons);
    this.element = el('aside', { class: 'panel', 'aria-label': 'Session details' }, bar);
    this.element.append(...leaves.map(({ content }) => content));
    this.show(0);
  }

  show(chosen: number): void {
    for (const [at, tab] of this.#buttons.entries()) {
      setAttributes(tab, { 'aria-selected': String(at === chosen), tabindex: at === chosen ? 0 : -1 });
      this.#entries[at]!.content.hidden = at !== chosen;
    }
    this.#entries[chosen]!.onShow?.();
  }

  openTab(name: string): void {
    const at = this.#entries.findIndex((leaf) => leaf.name === name);
    this.show(at);
    this.#entries[at]!.content.querySelector('input')?.focus();
  }

  #handleKey(event: KeyboardEvent, at: number): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + this.#buttons.length) % this.#buttons.length;
    this.show(next);
    this.#buttons[next]!.focus();
  }
}

interface SessionPanelOptions {
  readonly client: BaseClient;
  readonly entry: SessionEntry;
  readonly play: (recording: LoadedRecording) => void;
  readonly notifier: PageNotifier;
}

const transcriptTabName = 'Transcript';

export class SessionPanel {
  readonly session: string;
  readonly #overview = new OverviewTab();
  readonly #transcript: TranscriptTab;
  readonly #panel: TabPanel;

  constructor({ client, entry, play, notifier }: SessionPanelOptions) {
    this.session = entry.id;
    const failed = (problem: unknown) => notifier.showError((problem as Error).message);
    const recordings = new RecordingsTab(client, entry.id, play, failed);
    this.#transcript = new TranscriptTab(client, entry.id, failed);
    this.#panel = new TabPanel([
      { name: 'Overview', content: this.#overview.element },
      {
        name: transcriptTabName,
        content: this.#transcript.element,
        onShow: () => this.#transcript.refresh(),
      },
      { name: 'Recordings', content: recordings.element, onShow: () => recordings.refresh() },
    ]);
    this.#overview.update(entry);
  }

  get element(): HTMLElement {
    return this.#panel.element;
  }

  update(watched: SessionEntry, update: SessionNews): void {
    if (update === 'shown') this.#transcript.refresh();
    else this.#overview.update(watched);
  }

  search(): void {
    this.#panel.openTab(transcriptTabName);
  }

  close(): void {
    this.#overview.close();
    this.element.remove();
  }
}
