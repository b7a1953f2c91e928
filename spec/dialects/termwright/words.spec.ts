/** Error messages name the parameters that the termwright client sent. */
import { expect, it } from 'vitest';
import { scripted, serve } from './served.ts';

it.each(['document', 'client'] as const)(
  'an invalid pattern is reported as it was sent: %s',
  async (wire) => {
    const { client } = await serve(scripted('asks-name'), wire);
    for (const method of ['wait_for_pattern', 'wait_for_pattern_gone', 'not_expect_pattern'])
      expect((await client.ask(method, { pattern: 'zz(' })).error?.message).toMatch(
        /^pattern: invalid pattern: /,
      );
  },
);
