/** The reference of matchers: one section each, under its wire name. */
import { matchers } from '../core/matcher/index.ts';
import type { MatcherDeclaration } from '../core/matcher/matcher.ts';
import { document } from './document.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { join, json, notice, page } from './markdown.ts';
import { fieldTable } from './shape.ts';

const opening = `What \`session.wait\` and \`session.act\` can hope for: \`type\` names the matcher, \`value\` says with what, where it takes
one. Matchers of text may be narrowed by \`rows\` or \`region\`. Patterns are RE2's: \`^\` and \`$\` are the ends of the text unless
the pattern says \`(?m)\`, and \`.\` takes a line feed only under \`(?s)\`.`;

export function matchersPage(): string {
  const shapes = document().components.schemas.Matcher!.oneOf!;
  return page(
    '# Matchers',
    notice('src/core/matcher'),
    opening,
    ...[...matchers.values()].map((one) => section(one, shapes)),
  );
}

const section = ({ name, summary, example }: MatcherDeclaration, shapes: readonly JsonSchema[]) =>
  join(
    `## ${name}`,
    summary,
    fieldTable(shapes.find(({ properties }) => properties!.type!.const === name)!, 'params'),
    json({ type: name, ...example }),
  );
