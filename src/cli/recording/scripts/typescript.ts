/** Recorded calls as TypeScript, by the typed client. */

import type { Calls, Request } from './calls.ts';
import { joinedSecrets, namesIn } from './secrets.ts';

const indent = '  ';

const missing = `const missing = () => {
  throw new Error('set the variables of what the recording has hidden');
};
`;

/** What the recording has hidden is read before anything is started. */
export function typescript(calls: Calls): string {
  const plain = textOf(calls);
  const names = namesIn(plain).map((name) => `${name} = missing()`);
  if (names.length === 0) return plain;
  const read = `${missing}const { ${names.join(', ')} } = process.env;\n`;
  return joinedSecrets(plain, (name) => name).replace('\nconst {', () => `\n${read}\nconst {`);
}

const textOf = ({ create, calls, snapshot, close }: Calls): string =>
  [
    `import { connectStdio } from 'ptywright/client';`,
    '',
    `const { client } = connectStdio('ptywright', ['serve', '--stdio']);`,
    'try {',
    `  const { session } = await client.calls.${create.method}(${object(create.params)});`,
    ...calls.map((request) => `  ${called(request)};`),
    `  const { plain_text } = ${called(snapshot)};`,
    `  process.stdout.write(\`\${plain_text}\\n\`);`,
    `  ${called(close)};`,
    '} finally {',
    '  await client.close();',
    '}',
    '',
  ].join('\n');

const called = ({ method, params }: Request) =>
  `await client.calls.${method}(${object({ session: verbatim, ...params })})`;

/** Stands for the variable of that name. */
const verbatim = '\0session';

/** JSON is an expression of the language as well. */
const object = (value: object) =>
  JSON.stringify(value, null, 2)
    .replaceAll(`"session": ${JSON.stringify(verbatim)}`, 'session')
    .replaceAll('\n', `\n${indent}`);
