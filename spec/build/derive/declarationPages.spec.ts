import { describe, expect, it } from 'vitest';
import { actionsPage, faultsPage, limitsPage, matchersPage } from '#build/derive/declarationPages.ts';
import { codes } from '#dialects/ptywright/errors.ts';
import { faultNames } from '#faults.ts';
import { limits } from '#limits.ts';
import { matchers } from '#matchers/registry.ts';
import { actions } from '#terminal/input/actions.ts';

const headings = (page: string) => [...page.matchAll(/^## (.*)$/gm)].map(([, name]) => name);

describe('a page has a section for each', () => {
  it.each([
    ['action', actionsPage, Object.values(actions).map(({ name }) => name)],
    ['matcher', matchersPage, [...matchers.keys()]],
    ['fault', faultsPage, faultNames],
  ] as const)('%s', (_, page, names) => expect(headings(page())).toEqual(names));
});

it('a fault has its code', () => {
  expect(faultsPage()).toContain(`## Timeout\n\n${codes.Timeout}. `);
});

it('an action has its examples, with their bytes', () => {
  const key = /## key\n.*?(?=\n## )/s.exec(actionsPage())![0];
  expect(key).toContain('| example | value | modes | description |');
  expect(key).toMatch(/\| `"enter"` \|.*\| writes `"\\r"`/);
});

describe('a limit', () => {
  const page = limitsPage();
  it('has a row', () => {
    for (const name of Object.keys(limits)) expect(page).toContain(`| \`${name}\` |`);
  });

  it('of bytes or characters is written in binary units', () => {
    expect(page).toContain(`| \`frameBytes\` | ${limits.frameBytes / 1024 ** 2} Mi |`);
    expect(page).toContain(`| \`sessions\` | ${limits.sessions} |`);
  });
});
