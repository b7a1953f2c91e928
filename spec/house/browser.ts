/** What holds for code that runs in a browser, besides what holds for all: text stays text, and nothing of Node is there. */
import { architecture, type Rule } from './rule.ts';
import { namesIn } from './said.ts';
import type { Node, Source } from './source.ts';

/** Ways by which text becomes markup, code or a style. */
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

export const inBrowser: Rule = {
  name: 'code of the page makes no markup out of text, and asks nothing of Node',
  judge: (sources) => sources.filter(({ path }) => path.startsWith('src/page/')).flatMap(judge),
  guilty: {
    'src/page/a.ts': 'element.innerHTML = title;',
    'src/page/b.ts': "document.write('x');",
    'src/page/c.ts': 'const bytes = Buffer.from(text);',
  },
};

function judge(file: Source): readonly string[] {
  const told: string[] = [];
  file.walk((node) => {
    const name =
      node.type === 'MemberExpression' ? (node.property as Node & { name?: string }).name : undefined;
    if (name !== undefined && markup.has(name))
      told.push(`${file.path}:${file.lineOf(node)} says ${name}: text goes in as text, by parts/element.ts`);
  });
  for (const [word, line] of namesIn(file)) {
    if (word === 'document.write') told.push(`${file.path}:${line} says ${word}: text goes in as text`);
    if (nodeOnly.has(word))
      told.push(`${file.path}:${line} says ${word}: a browser has none ${architecture}`);
  }
  return told;
}
