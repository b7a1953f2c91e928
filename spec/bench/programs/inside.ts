/** Measures without a client, in a separate process: takes the name of a subject and prints its figures as JSON. */
import { subjects } from '../inside/index.ts';

const [, , name, ...words] = process.argv;
const figures = await subjects[name as keyof typeof subjects](words);
process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
