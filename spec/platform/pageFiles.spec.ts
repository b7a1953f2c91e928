/** The files of the page: those of the last build, beside those of earlier builds. */
import { rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pageFiles } from '#platform/pageFiles.ts';

it('are those that the page names, without files of an older build', async () => {
  const name = `old-${process.pid}.js`;
  const old = new URL(`../../dist/page/assets/${name}`, import.meta.url);
  writeFileSync(old, '');
  try {
    const files = pageFiles()!;
    const page = String(await files.get('')!.read());
    const named = [...page.matchAll(/assets\/[\w.-]+/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(1);
    expect([...files.keys()].filter((path) => path.startsWith('assets/')).sort()).toEqual(named.sort());
  } finally {
    rmSync(old);
  }
});
