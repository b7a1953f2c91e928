/** Markdown, as far as the reference needs it. */
export const notice = (what: string) =>
  `<!-- Derived from ${what}. Change that, then run: npm run derive -->`;

/** Text in a code span; a text with a backtick gets a longer fence. */
export const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

export const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** Blocks with an empty line between them; empty ones are left out. */
export const page = (...blocks: readonly (string | false | undefined)[]): string => `${join(...blocks)}\n`;

export const join = (...blocks: readonly (string | false | undefined)[]): string =>
  blocks.filter(Boolean).join('\n\n');
