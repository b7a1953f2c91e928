/** What somebody does to a session, in the core's words: what a script would have to do to get the same screen. */
import type { Action } from '../input/index.ts';
import type { Matcher } from '../matcher/shape.ts';
import type { Size } from '../size.ts';

export type Deed =
  | { readonly call: 'input'; readonly actions: readonly Action[] }
  | {
      readonly call: 'act';
      readonly actions: readonly Action[];
      readonly matcher: Matcher;
      readonly timeoutMs: number;
    }
  | { readonly call: 'wait'; readonly matcher: Matcher; readonly timeoutMs: number }
  | { readonly call: 'resize'; readonly size: Size };
