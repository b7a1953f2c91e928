/** Dialects by their names in addresses. */
import { describe, expect, it } from 'vitest';
import { dialectDefinitions } from '#server/dialects.ts';

const names = [...dialectDefinitions.keys()];

describe('dialect definitions', () => {
  // The tools of MCP are not methods of a dialect.
  it.each(names.filter((name) => name !== 'mcp'))('%s has the name of its dialect', async (name) => {
    const dialect = await import(`../../src/dialects/${name}/dialect.ts`);
    expect(dialect[name].name).toBe(name);
  });

  it.each(names)('%s can be loaded', async (name) => {
    expect((await dialectDefinitions.get(name)!.load()).openEndpoint).toBeTypeOf('function');
  });
});
