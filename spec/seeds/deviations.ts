/** Where what is specified is not the sample of the document letter for letter: which sample, and why. */
export interface Deviation {
  /** The title of the seed. */
  readonly seed: string;
  readonly why: string;
}

export const deviations: readonly Deviation[] = [
  {
    seed: 'adapter.start',
    why: 'The document starts the plugin for a program that not every machine has. The rows are specified with the plugin `echo`; spec/agents has the program itself.',
  },
  {
    seed: 'session.transcript',
    why: 'The sample shows a line feed alone, which a terminal writes as carriage return and line feed. The program turns that off, so that the text is the sample to the letter.',
  },
  {
    seed: 'session.output',
    why: 'The sequence of the sample is that of a session that has advanced four times; here the output is the first.',
  },
  {
    seed: 'session.changed',
    why: 'The sequence of the sample is 3; here the first advance is told.',
  },
];
