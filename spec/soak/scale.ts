/**
 * How often: what every run can afford, and what `npm run soak` asks for. PTYWRIGHT_SOAK is the share of the latter,
 * so that `PTYWRIGHT_SOAK=0.01 npm run soak` tries it out.
 */
const share = Number(process.env.PTYWRIGHT_SOAK ?? 0);

export const times = (everyRun: number, soak: number): number =>
  share > 0 ? Math.max(1, Math.round(soak * share)) : everyRun;

/** Where a generator begins: the same in every run, unless PTYWRIGHT_SEED says otherwise. */
export const seedOr = (usual: number): number => Number(process.env.PTYWRIGHT_SEED ?? usual);
