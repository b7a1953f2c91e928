/** All scenarios by subject, and the selection for a run. */
import { byNumber } from '../program/install.ts';
import { dialogs } from './dialogs.ts';
import { failures } from './failures.ts';
import { forgeries } from './forgeries.ts';
import { hidden } from './hidden.ts';
import { mcp } from './mcp.ts';
import { modes } from './modes.ts';
import { previews } from './previews.ts';
import { prompts } from './prompts.ts';
import type { Scenario } from './scenario.ts';
import { screens } from './screens.ts';
import { statusLines } from './statusLines.ts';
import { streams } from './streams.ts';
import { turns } from './turns.ts';
import { type Variant, type VariantName, variantNames, variants } from './variants.ts';
import { vim } from './vim.ts';

export const scenarios: readonly Scenario[] = [
  ...turns,
  ...vim,
  ...dialogs,
  ...mcp,
  ...modes,
  ...screens,
  ...failures,
  ...forgeries,
  ...hidden,
  ...previews,
  ...prompts,
  ...statusLines,
  ...streams,
];

export interface Chosen {
  readonly scenario: Scenario;
  readonly variantName: VariantName;
  readonly variant: Variant;
}

/**
 * `name` selects a scenario in all its variants, `name@variant` in one, `@variant` every scenario that has it. Without
 * a selection, all but the long ones run.
 */
export function choose(words: readonly string[], version: string): readonly Chosen[] {
  return scenarios
    .flatMap((scenario) =>
      (['plain', ...(scenario.variants ?? [])] as const)
        .filter((name, at, all) => all.indexOf(name) === at)
        .map((variantName) => ({ scenario, variantName, variant: variants[variantName] as Variant })),
    )
    .filter((one) => has(version, one))
    .filter((one) => {
      const asked = words.length === 0 ? variantNames.map((name) => `@${name}`) : words;
      return asked.some((word) => names(word, one));
    });
}

function names(word: string, { scenario, variantName }: Chosen): boolean {
  const [name, variant] = word.split('@');
  return (
    (name === '' ? !scenario.long : name === scenario.name) &&
    (variant === undefined || variant === variantName)
  );
}

const has = (version: string, { scenario, variant }: Chosen) =>
  [scenario.since, variant.since].every((since) => since === undefined || byNumber(version, since) >= 0) &&
  (scenario.until === undefined || byNumber(version, scenario.until) <= 0);
