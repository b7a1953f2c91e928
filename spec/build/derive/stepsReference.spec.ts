import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createStepsSchema, stepsPage } from '#build/derive/stepsReference.ts';
import { stepTypes } from '#cli/steps/script.ts';

const accepts = new Ajv2020({ strict: false }).compile(createStepsSchema() as object);
const script = (...steps: object[]) => ({ program: 'cat', steps });

describe('the schema of step files', () => {
  it.each([
    script({ type: 'hello' }),
    script({ wait: 'ready', name: 'it starts', timeout_ms: 5 }),
    script({ press: 'enter' }, { type: 'a' }),
  ])('accepts %j', (one) => expect(accepts(one), JSON.stringify(accepts.errors)).toBe(true));

  it.each([
    script(),
    script({ typo: 'hello' }),
    script({ type: 'hello', press: 'enter' }),
    { steps: [{ type: 'hello' }], extra: 1 },
  ])('refuses %j', (one) => expect(accepts(one)).toBe(false));
});

it('the page describes each type of step', () => {
  const page = stepsPage();
  expect(stepTypes.size).toBeGreaterThan(10);
  for (const name of stepTypes.keys()) expect(page).toMatch(new RegExp(`^#+ .*\\b${name}\\b`, 'm'));
});
