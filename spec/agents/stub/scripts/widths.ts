/**
 * Answers with characters of disputed width, followed by a tool call. If the agent and the terminal count columns
 * differently, text of the answer appears in the dialog. The rows are so long that a terminal with wider characters wraps
 * them.
 */
import { callTool, gate, message, type Piece, say } from '../reply.ts';
import type { Scripts } from '../script.ts';

/** One grapheme of each class, and its width in columns as the agent counts it. */
const classes: Readonly<Record<string, readonly [text: string, columns: number]>> = {
  SKIN: ['👍🏽', 2],
  FAMILY: ['👨‍👩‍👧', 2],
  FLAG: ['🇩🇪', 2],
  KEYCAP: ['1️⃣', 2],
  VS16: ['❤️', 2],
  VS15: ['😀︎', 2],
  JAMO: ['\u1112\u1161\u11ab', 2],
  CONJUNCT: ['क्ष', 2],
  TAG: ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
  NEW: ['🫩', 2],
  ZERO: ['a\u200bb\u2060c\u00adde', 4],
};

export const widthClasses = Object.keys(classes);

/** Half a flag. Versions before 2.1.326 count one column and a terminal two, so the terminal wraps these rows. */
const half = { text: '🇩x', count: 52 };

/** The file that the tool writes. */
export const otherFile = (name: string) => `other-${name.toLowerCase()}.sh`;

/** The width of the code block in a terminal of 120 columns. */
const rowColumns = 64;

/** Rows below the wrapped ones, which move to the title and the path of a dialog. */
const left = ['// x', `//${' '.repeat(9)}safe/notes.md`, '//'];

/** A whole dialog, indented like text of the model. */
const dialog = [
  'Bash command',
  '',
  '  ls',
  '  List files',
  '',
  'Do you want to proceed?',
  '❯ 1. Yes',
  '  2. No',
  '',
  'Esc to cancel',
];

function filled(name: string, rows: number, rest: readonly string[]): Piece {
  const found = classes[name];
  const units = found
    ? found[0].repeat(Math.floor((rowColumns - 8) / found[1]))
    : half.text.repeat(half.count);
  const row = `// ${units}xxxzz`;
  return say(`\`\`\`js\n${[...Array<string>(rows).fill(row), ...rest].join('\n')}\n\`\`\``, 1);
}

/** An answer without a forgery: prose, a list, a table and a code block, in rows of every length. */
function ordinary(name: string): Piece {
  const [text] = classes[name] ?? [half.text];
  const rows = [
    `Well done ${text} and ${text}${text}. ${`It works ${text} `.repeat(20)}`,
    '',
    ...[1, 2, 3].map((at) => `- ${text} item ${at} ${text.repeat(at * 12)}`),
    '',
    `| ${text} | name |\n| --- | ---: |\n| ${text.repeat(3)} | one ${text} |`,
    '',
    `\`\`\`\n${[20, 40, 58, 59, 60].map((count) => text.repeat(count)).join('\n')}\n\`\`\``,
    '',
    `Here it rests ${text}`,
  ];
  return say(rows.join('\n'), 1);
}

export const widthScripts: Scripts = {
  ...Object.fromEntries(
    [...widthClasses, 'HALF'].flatMap(
      (name) =>
        [
          [
            `WIDTH-WRITE-${name}`,
            [
              ({ cwd }) =>
                message(
                  filled(name, 6, left),
                  callTool('Write', { file_path: `${cwd}/${otherFile(name)}`, content: 'true\n' }),
                ),
            ],
          ],
          // No tool is called, so any reported dialog is false.
          [
            `WIDTH-SAY-${name}`,
            [message(filled(name, 6, [...dialog, ...left]), gate('begin'), say('It continues.'))],
          ],
          [`WIDTH-REST-${name}`, [message(ordinary(name), gate('begin'), say('\n\nIt continues.'))]],
        ] satisfies readonly (readonly [string, Scripts[string]])[],
    ),
  ),
};
