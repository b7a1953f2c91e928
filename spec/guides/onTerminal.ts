/** Blocks of the guides whose lines spec/cli/helpExamples.spec.ts types on a terminal, one by one. */
import { blocksOf } from './blocks.ts';

const commandLine = 'docs/guides/command-line.md';

/** The page, and text by which the block is found in it. */
export const onTerminal: readonly (readonly [page: string, words: string])[] = [
  ['docs/guides/getting-started.md', 'ptywright serve\n'],
  ['docs/guides/attach.md', 'run --share'],
  ['docs/guides/watch.md', 'ptywright watch'],
  ['docs/guides/redaction.md', '--redaction enforced'],
  ['docs/guides/from-wsh.md', 'XDG_RUNTIME_DIR'],
  ['docs/guides/from-wsh.md', '--allow-host'],
  [commandLine, 'ptywright start --name demo'],
  [commandLine, 'ptywright start --name shell'],
  [commandLine, 'ptywright serve --stdio'],
  [commandLine, 'exec -- ls'],
  [commandLine, 'call session.create'],
  [commandLine, 'plugin new'],
  [commandLine, 'completions zsh'],
];

/** Without trailing comments. */
export const linesOnTerminal = (): readonly string[] =>
  onTerminal.flatMap(([page, words]) =>
    blocksOf(page)
      .filter(({ code }) => code.includes(words))
      .flatMap(({ code }) => code.trimEnd().split('\n'))
      .map((line) => line.replace(/ +# .*$/, '')),
  );
