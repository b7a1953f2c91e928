/** How often: what every run can afford, and what `npm run soak` asks for. */
export const soaking = process.env.PTYWRIGHT_SOAK === '1';

export const times = (everyRun: number, soak: number): number => (soaking ? soak : everyRun);
