/** Dialects by their names in addresses. */
import { describe, expect, it } from 'vitest';
import { dialectDefinitions } from '#server/dialects.ts';

describe('dialect definitions', () => {
  it.each([...dialectDefinitions.keys()])('%s has the name of its dialect', async (name) => {
    const dialect = await import(`../../src/dialects/${name}/dialect.ts`);
    expect(dialect[name].name).toBe(name);
    expect((await dialectDefinitions.get(name)!.load()).openEndpoint).toBeTypeOf('function');
  });
});
