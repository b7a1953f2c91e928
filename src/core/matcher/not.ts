import { hit, matcher, miss } from './matcher.ts';

export const not = matcher({
  name: 'not',
  summary: 'This is not satisfied. After an input it is asked once something has changed.',
  value: (nested) => nested,
  watches: [],
  example: { value: { type: 'contains_text', value: 'loading' } },
  compile: (value, compiler) => {
    const probe = compiler.nested(value, 'value');
    return (moment) => (moment.moved && 'miss' in probe.ask(moment.whole) ? hit('not') : miss());
  },
});
