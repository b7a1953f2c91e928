/** The variants of a scenario: terminal sizes, variables and arguments. */
import type { AgentOptions } from '../program/agent.ts';

export interface Variant {
  readonly rows: number;
  readonly cols: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly options: AgentOptions;
  readonly since?: string;
}

const plain: Variant = { rows: 40, cols: 120, args: [], env: {}, options: {} };

export const variants = {
  plain,
  '80x24': { ...plain, rows: 24, cols: 80 },
  '60x24': { ...plain, rows: 24, cols: 60 },
  // The oldest versions use colours anyway.
  'no-color': { ...plain, env: { NO_COLOR: '1' } },
  'no-title': { ...plain, env: { CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1' } },
  // Earlier versions had no alternate screen.
  inline: { ...plain, env: { CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN: '1' }, since: '2.1.198' },
  'status-line': { ...plain, options: { statusLine: true } },
  'status-line-80x24': { ...plain, rows: 24, cols: 80, options: { statusLine: true } },
  'screen-reader': { ...plain, args: ['--ax-screen-reader'], since: '2.1.198' },
} as const satisfies Record<string, Variant>;

export type VariantName = keyof typeof variants;
export const variantNames = Object.keys(variants) as readonly VariantName[];

/** The variants that every agent supports. */
export const commonVariants = [
  'plain',
  '80x24',
  '60x24',
  'no-color',
] as const satisfies readonly VariantName[];
