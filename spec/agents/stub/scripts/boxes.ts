/** Styles of boxes: from the box-drawing block to ASCII substitutes. */
export interface Box {
  readonly name: string;
  readonly across: string;
  readonly down: string;
  /** Top left, top right, bottom left, bottom right. */
  readonly corners: readonly [string, string, string, string];
}

const box = (name: string, across: string, down: string, corners: string): Box => ({
  name,
  across,
  down,
  corners: [...corners] as [string, string, string, string],
});

export const boxes: readonly Box[] = [
  box('LIGHT', '─', '│', '┌┐└┘'),
  box('HEAVY', '━', '┃', '┏┓┗┛'),
  box('DOUBLE', '═', '║', '╔╗╚╝'),
  box('ROUND', '─', '│', '╭╮╰╯'),
  box('DASHED2', '╌', '╎', '┌┐└┘'),
  box('DASHED2HEAVY', '╍', '╏', '┏┓┗┛'),
  box('DASHED3', '┄', '┆', '┌┐└┘'),
  box('DASHED3HEAVY', '┅', '┇', '┏┓┗┛'),
  box('DASHED4', '┈', '┊', '╭╮╰╯'),
  box('DASHED4HEAVY', '┉', '┋', '┏┓┗┛'),
  box('DOUBLEACROSS', '═', '│', '╒╕╘╛'),
  box('DOUBLEDOWN', '─', '║', '╓╖╙╜'),
  box('HEAVYACROSS', '━', '│', '┍┑┕┙'),
  box('HEAVYDOWN', '─', '┃', '┎┒┖┚'),
  box('ASCII', '-', '|', '++++'),
  box('ASCIIDOUBLE', '=', '|', '++++'),
  box('STARS', '*', '*', '****'),
  box('HASHES', '#', '#', '####'),
  box('UNDERSCORE', '_', '|', '    '),
  box('TILDES', '~', '|', '~~~~'),
  box('BLOCKS', '█', '█', '████'),
  box('HALFBLOCKS', '▀', '▌', '▛▜▙▟'),
  box('SHADE', '░', '░', '░░░░'),
  box('EDGES', '▔', '▏', '▔▔▁▁'),
  box('LOWER', '▁', '▕', '▁▁▔▔'),
  box('HORIZONTALBAR', '―', '|', '――――'),
  box('EMDASH', '—', '|', '————'),
  box('ENDASH', '–', '¦', '––––'),
  box('SCAN', '⎺', '⎸', '⎺⎺⎽⎽'),
  box('BRAILLE', '⠒', '⡇', '⡏⢹⣇⣸'),
  box('KATAKANA', 'ー', '｜', '＋＋＋＋'),
  box('DOTS', '·', '⋮', '····'),
];
