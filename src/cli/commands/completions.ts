import { command } from '../command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export const completions = command({
  name: 'completions',
  summary: 'Print the completions of a shell.',
  options: {},
  operands: { usage: `SHELL: ${shells.join(', ')}`, min: 1, max: 1, choices: shells },
  examples: {
    'source <(ptywright completions bash)': 'In ~/.bashrc; for zsh the same in ~/.zshrc, after compinit.',
    'ptywright completions fish | source': 'In ~/.config/fish/config.fish.',
  },
  run: async (_, [shell]): Promise<number> =>
    (await import('../completions/completions.ts')).completions(shell as (typeof shells)[number]),
});
