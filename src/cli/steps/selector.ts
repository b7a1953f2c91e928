/** Selectors as a person writes them: a text, a pattern between slashes, or a whole selector. */
import { compileSelector, type Finder, type Selector as Told } from '../../core/selector/selector.ts';
import { Selector } from '../../core/selector/shape.ts';
import { ambiguities } from '../../core/selector/target.ts';
import { z } from '../../platform/schema.ts';

export const Which = z
  .union([z.string().min(1), Selector])
  .describe('A text, a pattern between slashes (RE2), or a selector as `session.find` takes it.');
export type Which = z.output<typeof Which>;

export const Ambiguity = z.enum(ambiguities).describe('Which is taken when several are meant.');

function selectorOf(which: Which): Told {
  if (typeof which !== 'string') return which;
  const [, pattern] = /^\/(.+)\/$/s.exec(which) ?? [];
  return pattern === undefined ? { type: 'exact', text: which } : { type: 'regex', pattern };
}

/** Raises Invalid. */
export const finderOf = (which: Which): Finder => compileSelector(selectorOf(which));

export const checkWhich = (which: Which): void => void finderOf(which);

export const toldOf = (which: Which) => (typeof which === 'string' ? which : JSON.stringify(which));
