/** Runs every declared example of every method, by the document and as shipped. */
import { describe, expect, it } from 'vitest';
import { methods, termwright, termwrightShipped } from '#dialects/termwright/dialect.ts';
import type { MethodExample } from '#rpc/method.ts';
import { receive } from '../../harness/traffic.ts';
import { scripted, serve, type Wire } from './served.ts';

const dialects = { document: termwright, client: termwrightShipped } as const;

for (const [wire, { methods: messages, codes }] of Object.entries(dialects)) {
  describe(`examples of termwright, ${wire}`, () => {
    for (const { name, examples } of messages.values())
      for (const example of examples as readonly MethodExample[])
        it(`${name}: ${example.title}`, async () => {
          const { client } = await serve(scripted(example.program!), wire as Wire);
          await client.call('wait_for_pattern', { pattern: '.', timeout_ms: 500 }).catch(() => undefined);
          const { result, error } = await client.ask(name, example.send);
          receive('method', `termwright ${name}`);
          if (example.fault) return expect(error).toMatchObject({ code: codes[example.fault] });
          expect(error ?? null).toBeNull();
          if (typeof example.reply === 'object' && example.reply !== null)
            expect(result).toMatchObject(example.reply);
          else expect(result).toEqual(example.reply);
        });
  });
}

it('every method has an example', () => {
  for (const { name, examples } of methods) expect(examples.length, name).toBeGreaterThan(0);
});
