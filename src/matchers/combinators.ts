/** Matchers that combine others: `all`, `any` and `not`. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { defineMatcher, type Hit, hit, miss, pending } from './matcher.ts';

export const all = defineMatcher({
  name: 'all',
  summary: 'All of these match at the same moment.',
  value: (nested) => z.array(nested).max(limits.matcherNodes),
  watches: [],
  format: (values, inner) => values.map(inner).join(' and '),
  example: {
    value: [
      { type: 'contains_text', value: 'rea' },
      { type: 'contains_text', value: 'dy' },
    ],
  },
  compile: (values, compiler) => {
    const probes = values.map((value, at) => compiler.nested(value, `value.${at}`));
    return (view) => {
      const hits: Hit[] = [];
      let latest: number | undefined;
      let unanswered = false;
      for (const probe of probes) {
        const verdict = probe.evaluate(view);
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

export const any = defineMatcher({
  name: 'any',
  summary: 'At least one of these matches. The evidence names the first in the list that matches.',
  value: (nested) => z.array(nested).max(limits.matcherNodes),
  watches: [],
  format: (values, inner) => values.map(inner).join(' or ') || 'any of no matchers',
  example: { value: [{ type: 'contains_text', value: 'ready' }] },
  compile: (values, compiler) => {
    const probes = values.map((value, at) => compiler.nested(value, `value.${at}`));
    return (view) => {
      let soonest: number | undefined;
      let unanswered = false;
      for (const probe of probes) {
        const verdict = probe.evaluate(view);
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

export const not = defineMatcher({
  name: 'not',
  summary: 'This does not match. After an input, it is evaluated only once something has changed.',
  value: (nested) => nested,
  watches: [],
  format: (value, inner) => `not ${inner(value)}`,
  example: { value: { type: 'contains_text', value: 'loading' } },
  compile: (value, compiler) => {
    const probe = compiler.nested(value, 'value');
    return (view) => {
      if (!view.hasProgressed) return miss();
      const verdict = probe.evaluate(view.withoutBaseline);
      if ('hit' in verdict) return miss();
      return verdict.miss.pending ? pending : hit('not');
    };
  },
});
