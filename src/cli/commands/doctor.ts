import { command } from '../command.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'Check whether ptywright can work here, and say what to do where it cannot.',
  options: { json: { kind: 'flag', summary: 'Print the checks as JSON.' } },
  exits: { 1: 'A check failed.' },
  run: async (given): Promise<number> => (await import('../doctor/doctor.ts')).doctor(given),
});
