/** A screen as a picture: the text of a file that shows the same screen again. */
import type { Look } from '../matcher/look.ts';
import { ansiOf } from '../render/ansi.ts';
import { escapeSign } from './picture.ts';

export interface Caption {
  readonly state: string;
  /** Said in a comment, for whoever reads the file. */
  readonly remark: string;
}

export function drawn(look: Look, { state, remark }: Caption): string {
  const { rows, cols } = look.size;
  const { row, col, visible } = look.cursor;
  const body = ansiOf(JSON.parse(look.runs)).replaceAll('\x1b', escapeSign);
  const exit = look.exit && exitField(look.exit);
  const fields = {
    state: JSON.stringify(state),
    size: `{ rows = ${rows}, cols = ${cols} }`,
    cursor: `{ row = ${row}, col = ${col}${visible ? '' : ', visible = false'} }`,
    title: look.title === null ? undefined : JSON.stringify(look.title),
    alternate_screen: look.alternateScreen ? 'true' : undefined,
    stable_ms: String(look.stableMs),
    exit: exit ?? undefined,
    form: body.includes(escapeSign) ? '"ansi"' : undefined,
  };
  const header = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} = ${value}`],
  );
  return [`# ${remark.replace(/\s+/g, ' ')}`, ...header, '---', body, ''].join('\n');
}

const exitField = ({ exitCode, signal }: NonNullable<Look['exit']>) =>
  exitCode === null ? `{ signal = ${JSON.stringify(signal)} }` : `{ exit_code = ${exitCode} }`;
