import { describe, expect, it } from 'vitest';
import { dialectPage, protocolPage, protocolPages } from '#build/derive/protocolPages.ts';
import { events, methods } from '#dialects/ptywright/dialect.ts';
import { wrightty } from '#dialects/wrightty/dialect.ts';

const pages = Object.fromEntries(
  Object.entries(protocolPages).map(([path, make]) => [path.replace('docs/reference/', ''), make()]),
);

describe('the index of the protocol', () => {
  const index = protocolPage();
  const links = [...index.matchAll(/\]\((ptywright\/[^)#]+)#([^)]+)\)/g)];

  it('links each method and each event', () => {
    expect(links.map(([, page, anchor]) => `${page}#${anchor}`)).toHaveLength(methods.length + events.length);
  });

  it('links to sections that exist', () => {
    const anchorOf = (heading: string) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-');
    for (const [, page, anchor] of links) {
      const headings = [...pages[page!]!.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));
      expect(headings, page).toContain(anchor);
    }
  });
});

it('the page of another dialect has a section for each method, and links to its own shapes', () => {
  const page = dialectPage(wrightty)();
  for (const name of wrightty.methods.keys()) expect(page).toContain(`\n### ${name}\n`);
  expect(page).not.toContain('](ptywright.md#');
});
