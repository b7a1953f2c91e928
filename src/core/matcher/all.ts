import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { type Hit, hit, matcher, miss, pending } from './matcher.ts';

export const all = matcher({
  name: 'all',
  summary: 'All of these are satisfied at the same moment.',
  value: (nested) => z.array(nested).max(limits.matcherNodes),
  watches: [],
  words: (values, inner) => values.map(inner).join(' and '),
  example: {
    value: [
      { type: 'contains_text', value: 'rea' },
      { type: 'contains_text', value: 'dy' },
    ],
  },
  compile: (values, compiler) => {
    const probes = values.map((value, at) => compiler.nested(value, `value.${at}`));
    return (moment) => {
      const hits: Hit[] = [];
      let latest: number | undefined;
      let unanswered = false;
      for (const probe of probes) {
        const verdict = probe.ask(moment);
        if ('hit' in verdict) hits.push(verdict.hit);
        else if (verdict.miss.pending) unanswered = true;
        else if (verdict.miss.wakeAt === undefined) return miss();
        else latest = Math.max(latest ?? 0, verdict.miss.wakeAt);
      }
      if (unanswered) return pending;
      return latest === undefined ? hit('all', { matched: hits }) : miss(latest);
    };
  },
});
