/** Additional rules for code that runs in a browser: text is never parsed as markup, and nothing of Node is used. */
import { identifiersIn } from './identifiers.ts';
import type { Rule } from './rule.ts';
import type { Node, Source } from './source.ts';

/** Properties that turn text into markup, code or a style. */
const markup: ReadonlySet<string> = new Set([
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'setHTMLUnsafe',
  'createContextualFragment',
  'parseFromString',
  'srcdoc',
]);

const nodeOnly: ReadonlySet<string> = new Set([
  'process',
  'Buffer',
  'require',
  '__dirname',
  'setImmediate',
  'global',
]);

export const browserCode: Rule = {
  name: 'the page parses no text as markup, and uses nothing of Node',
  check: (sources) => sources.filter(({ path }) => path.startsWith('src/page/')).flatMap(checkFile),
  example: {
    'src/page/a.ts': 'element.innerHTML = title;',
    'src/page/b.ts': "document.write('x');",
    'src/page/c.ts': 'const bytes = Buffer.from(text);',
  },
};

function checkFile(file: Source): readonly string[] {
  const found: string[] = [];
  file.walk((node) => {
    const name =
      node.type === 'MemberExpression' ? (node.property as Node & { name?: string }).name : undefined;
    if (name !== undefined && markup.has(name))
      found.push(`${file.path}:${file.lineOf(node)} uses ${name}: add text with page/dom.ts`);
  });
  for (const [name, line] of identifiersIn(file)) {
    if (name === 'document.write') found.push(`${file.path}:${line} uses ${name}: add text with page/dom.ts`);
    if (nodeOnly.has(name)) found.push(`${file.path}:${line} uses ${name}, which browsers do not have`);
  }
  return found;
}
