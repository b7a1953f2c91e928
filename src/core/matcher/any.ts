import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { hit, matcher, miss } from './matcher.ts';

export const any = matcher({
  name: 'any',
  summary: 'One of these is satisfied; the evidence names the first one that is, in their order.',
  value: (nested) => z.array(nested).max(limits.matcherNodes),
  watches: [],
  words: (values, inner) => values.map(inner).join(' or '),
  example: { value: [{ type: 'contains_text', value: 'ready' }] },
  compile: (values, compiler) => {
    const probes = values.map((value, at) => compiler.nested(value, `value.${at}`));
    return (moment) => {
      let soonest: number | undefined;
      let unanswered = false;
      for (const probe of probes) {
        const verdict = probe.ask(moment);
        if ('hit' in verdict) return hit('any', { matched: verdict.hit });
        const { wakeAt } = verdict.miss;
        unanswered ||= verdict.miss.pending === true;
        if (wakeAt !== undefined && (soonest === undefined || wakeAt < soonest)) soonest = wakeAt;
      }
      return unanswered
        ? { miss: { ...(soonest !== undefined && { wakeAt: soonest }), pending: true } }
        : miss(soonest);
    };
  },
});
