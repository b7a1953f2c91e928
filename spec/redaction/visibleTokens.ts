/** Ways in which real programs show a token in parts: panes, boxes, and lines wrapped by hand. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Showing } from './shown.ts';

export interface VisibleToken {
  readonly name: string;
  readonly needs: string;
  /** Only the screen joins the parts; raw output shows them separately. */
  readonly onScreen?: true;
  showing(folder: string, token: string): Showing;
}

const file = (folder: string, text: string): string => {
  const path = join(folder, 'token.txt');
  writeFileSync(path, text);
  return path;
};

/** Wrapped as a person does at a margin: the token begins inside a sentence. */
const inText = (token: string) => `The key of the service is\n  key ${token} for now.\n(last)\n`;
const wrapped = (text: string, width: number) => text.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n');

const vim = ['-u', 'NONE', '-nN', '--cmd', 'set laststatus=2'];

const folded = (width: number): VisibleToken => ({
  name: `wrapped at ${width} columns`,
  needs: 'cat',
  showing: (folder, token) => ({
    program: 'cat',
    args: [file(folder, wrapped(inText(token), width))],
    steps: [{ keys: '', until: '(last)' }],
  }),
});

export const visibleTokens: readonly VisibleToken[] = [
  {
    name: 'vim :vsplit',
    onScreen: true,
    needs: 'vim',
    showing: (folder, token) => ({
      program: 'vim',
      args: [...vim, file(folder, inText(token))],
      steps: [
        { keys: '', until: '(last)' },
        { keys: ':vsplit\r', until: '|' },
        { keys: ':vertical resize 30\r', until: '|' },
      ],
    }),
  },
  {
    name: 'a pane of tmux',
    needs: 'tmux',
    showing: (folder, token) => ({
      program: 'tmux',
      args: [
        ...['-u', '-f', '/dev/null', 'new-session', `read go; cat '${file(folder, inText(token))}'; cat`],
        ...[';', 'set', '-g', 'destroy-unattached', 'on', ';', 'split-window', '-h', '-d', 'cat'],
      ],
      env: { TERM: 'xterm-256color', TMUX_TMPDIR: folder, TMUX: '' },
      steps: [
        { keys: '', until: '│' },
        { keys: '\n', until: '(last)' },
      ],
    }),
  },
  // Both panes contain text, and the token continues in the next row of its pane.
  {
    name: 'the narrow right pane of tmux',
    onScreen: true,
    needs: 'tmux',
    showing: (folder, token) => ({
      program: 'tmux',
      args: [
        ...['-u', '-f', '/dev/null', 'new-session', `seq 101 115; cat`],
        ...[';', 'set', '-g', 'destroy-unattached', 'on', ';', 'split-window', '-h', '-l', '24'],
        `read go; cat '${file(folder, inText(token))}'; cat`,
      ],
      env: { TERM: 'xterm-256color', TMUX_TMPDIR: folder, TMUX: '' },
      steps: [
        { keys: '', until: '│' },
        { keys: '\n', until: '(last)' },
      ],
    }),
  },
  {
    name: 'whiptail --textbox',
    needs: 'whiptail',
    showing: (folder, token) => ({
      program: 'whiptail',
      args: ['--textbox', file(folder, inText(token)), '20', '60'],
      steps: [{ keys: '', until: '(last)' }],
    }),
  },
  {
    name: 'whiptail --msgbox',
    needs: 'whiptail',
    showing: (_, token) => ({
      program: 'whiptail',
      args: ['--msgbox', `The key is ${token} for now (last)`, '20', '60'],
      steps: [{ keys: '', until: '(last)' }],
    }),
  },
  ...[56, 60, 64, 72].map(folded),
];
