/**
 * An answer with text that looks like secrets. It is assembled here, so that no scanner reports this file as a leak.
 */
import { message, say } from '../reply.ts';
import type { Scripts } from '../script.ts';

const api = `sk-ant-${'api03'}-${'AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHHIIIIJJJJKKKKLLLLMMMM'}`;
const forge = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;

export const secrets: Scripts = {
  'SAY-SECRETS': [message(say(`The keys are ${api} and ${forge}, and that is all.`))],
};
