/** Dialects by the names that addresses have for them. */
import { describe, expect, it } from 'vitest';
import { tongues } from '../../src/serve/tongues.ts';

describe('tongues', () => {
  it.each([...tongues.keys()])('%s is learnt by the name that the dialect has', async (name) => {
    const dialect = await import(`../../src/dialects/${name}/index.ts`);
    expect(dialect[name].name).toBe(name);
    expect((await tongues.get(name)!.learn()).speak).toBeTypeOf('function');
  });
});
