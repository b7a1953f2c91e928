/** Runs every declared example of every method. */
import { describe, expect, it } from 'vitest';
import { wrightty } from '#dialects/wrightty/dialect.ts';
import type { MethodExample } from '#rpc/method.ts';
import { running } from './running.ts';

describe('examples of wrightty', () => {
  for (const { name, params, examples } of wrightty.methods.values())
    for (const { title, send, reply } of examples as readonly MethodExample[])
      it(`${name}: ${title}`, async () => {
        const { client } = await running();
        const needsSession = 'sessionId' in params.shape;
        if (needsSession || name === 'Session.list')
          await client.shows(await client.session("printf 'name?'; exec cat"), 'name');
        const result = await client.call(name, needsSession ? { sessionId: 's1', ...send } : send);
        expect(result).toMatchObject(reply as object);
      });
});
