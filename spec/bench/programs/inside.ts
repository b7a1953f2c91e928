/** What is measured without a client, in a process of its own: a subject's name in, its figures out as JSON. */
import { subjects } from '../inside/index.ts';

const [, , name, ...words] = process.argv;
const figures = await subjects[name as keyof typeof subjects](words);
process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
