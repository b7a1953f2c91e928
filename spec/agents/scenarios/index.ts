/** Selects the scenarios of a run. */
import type { Agent } from '../program/agent.ts';
import { byNumber } from '../program/install.ts';
import type { Scenario } from './scenario.ts';
import { type Variant, type VariantName, variantNames, variants } from './variants.ts';

export interface Selection {
  readonly scenario: Scenario;
  readonly variantName: VariantName;
  readonly variant: Variant;
}

/**
 * `name` selects a scenario in all its variants, `name@variant` in one, `@variant` every scenario that has it. Without
 * a selection, all but the long ones run.
 */
export function selectScenarios(
  words: readonly string[],
  agent: Agent,
  version: string,
): readonly Selection[] {
  return agent.scenarios
    .flatMap((scenario) =>
      (['plain', ...(scenario.variants ?? [])] as const)
        .filter((name, at, all) => all.indexOf(name) === at && agent.variants.includes(name))
        .map((variantName) => ({ scenario, variantName, variant: variants[variantName] as Variant })),
    )
    .filter((one) => hasFeature(version, one))
    .filter((one) => {
      const requested = words.length === 0 ? variantNames.map((name) => `@${name}`) : words;
      return requested.some((word) => matchesSelector(word, one));
    });
}

function matchesSelector(word: string, { scenario, variantName }: Selection): boolean {
  const [name, variant] = word.split('@');
  return (
    (name === '' ? !scenario.long : name === scenario.name) &&
    (variant === undefined || variant === variantName)
  );
}

const hasFeature = (version: string, { scenario, variant }: Selection) =>
  [scenario.since, variant.since].every((since) => since === undefined || byNumber(version, since) >= 0) &&
  (scenario.until === undefined || byNumber(version, scenario.until) <= 0);
