import { z } from '../../platform/schema.ts';
import { Asked } from './asked.ts';
import { hit, matcher, miss } from './matcher.ts';
import type { PredicateOutcome } from './predicates.ts';

const Value = z.strictObject({
  plugin: z.string().min(1),
  predicate: z.string().min(1).describe('A function that the plugin exports.'),
  params: z.record(z.string(), z.unknown()).default({}).describe('What it finds in `ctx.params`.'),
});

export const lua = matcher({
  name: 'lua',
  summary:
    "A predicate of a plugin says yes. It is asked in an instance of the plugin's own, apart from those of adapters.",
  value: () => Value,
  watches: ['content', 'cursor', 'title', 'bell', 'mode', 'output', 'exit'],
  words: ({ plugin, predicate }) => `${predicate} of the plugin ${plugin}`,
  example: { value: { plugin: 'shell', predicate: 'ready' } },
  compile: ({ plugin, predicate, params }, compiler) => {
    const ask = compiler.predicates.bind(plugin, predicate, params, `${compiler.path}.value`);
    const judge = ({ matched, evidence, capture, recheckMs }: PredicateOutcome, { now }: { now: number }) =>
      matched
        ? hit('lua', { facts: { plugin, predicate, evidence, capture } })
        : miss(recheckMs === undefined ? undefined : now + recheckMs);
    const asked = new Asked((moment) => ask(moment.look()), judge, compiler.answered);
    return (moment) => (moment.moved ? asked.ask(moment) : miss());
  },
});
