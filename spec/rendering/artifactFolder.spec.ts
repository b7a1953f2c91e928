/** Names as parts of paths: readable and unique. */
import { expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { toSlug } from '#rendering/artifactFolder.ts';

it.each([
  ['home', 'home'],
  ['../../Home Page', 'home-page'],
  ['steps.yaml', 'steps-yaml'],
  ['Übersicht 2', 'übersicht-2'],
  ['U\u0308bersicht 2', 'übersicht-2'],
  ['ホーム 画面', 'ホーム-画面'],
  ['Главная', 'главная'],
])('%j is %j', (name, slug) => {
  expect(toSlug(name)).toBe(slug);
});

it('are distinguished by a hash if characters are removed, nothing is left, or the name is too long', () => {
  const names = ['Save', 'Save?', 'save!', '?', '!', '🙂', '🙃', '', '画'.repeat(128), '画'.repeat(127)];
  const slugs = names.map(toSlug);
  expect(new Set(slugs).size).toBe(names.length);
  for (const slug of slugs) {
    expect(slug).toMatch(/^[\p{L}\p{N}-]+$/u);
    expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(limits.nameChars);
  }
  expect(slugs[1]).toMatch(/^save-[0-9a-f]{8}$/);
  expect(slugs[3]).toMatch(/^unnamed-[0-9a-f]{8}$/);
});
