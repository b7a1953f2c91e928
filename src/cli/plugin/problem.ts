export interface Problem {
  /** A warning is told, and changes no exit status. */
  readonly level: 'error' | 'warning';
  /** A file, with a line where there is one. */
  readonly where: string;
  readonly text: string;
}
