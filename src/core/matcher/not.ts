import { hit, matcher, miss, pending } from './matcher.ts';

export const not = matcher({
  name: 'not',
  summary: 'This is not satisfied. After an input it is asked once something has changed.',
  value: (nested) => nested,
  watches: [],
  words: (value, inner) => `not ${inner(value)}`,
  example: { value: { type: 'contains_text', value: 'loading' } },
  compile: (value, compiler) => {
    const probe = compiler.nested(value, 'value');
    return (moment) => {
      if (!moment.moved) return miss();
      const verdict = probe.ask(moment.whole);
      if ('hit' in verdict) return miss();
      return verdict.miss.pending ? pending : hit('not');
    };
  },
});
