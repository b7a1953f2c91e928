/**
 * Repetitions: `everyRun` for a normal run, `soak` for `npm run soak`. PTYWRIGHT_SOAK is a factor for `soak`:
 * `PTYWRIGHT_SOAK=0.01 npm run soak` is a trial.
 */
const share = Number(process.env.PTYWRIGHT_SOAK ?? 0);

export const times = (everyRun: number, soak: number): number =>
  share > 0 ? Math.max(1, Math.round(soak * share)) : everyRun;

/** The seed of a generator. It is the same in every run, unless PTYWRIGHT_SEED is set. */
export const seedOr = (usual: number): number => Number(process.env.PTYWRIGHT_SEED ?? usual);
