/** Runs every declared example of every method. */
import { afterEach, describe, expect, it } from 'vitest';
import { wsh } from '#dialects/wsh/dialect.ts';
import type { MethodExample } from '#rpc/method.ts';
import { type Wsh, wshServer } from './running.ts';

describe('examples of wsh', () => {
  let server: Wsh;
  afterEach(() => server.close());

  for (const { name, examples } of wsh.methods.values())
    for (const { title, send, reply } of examples as readonly MethodExample[])
      it(`${name}: ${title}`, async () => {
        server = await wshServer();
        const client = await server.connect();
        await client.session('dev', "printf 'name?'; exec cat", 'name');
        expect(await client.call(name, send, 'dev')).toMatchObject(reply as object);
      });
});
