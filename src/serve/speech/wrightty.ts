/** wrightty as a listener speaks it: of the whole world, to whoever knows the password. */
import { Desk } from '../../dialects/wrightty/desk.ts';
import { wrightty, wrighttyClient } from '../../dialects/wrightty/index.ts';
import { type Life, spoken } from '../spoken.ts';
import type { Speak } from '../tongues.ts';

export const speak: Speak = (core, { options: { wire }, url = '', password }) => {
  const shipped = wire === 'client';
  const desk = new Desk(core, { url, password, shipped });
  const { guard } = desk;
  const meet: NonNullable<Life['meet']> = (caller, stranger) => guard.meet(caller, stranger);
  return spoken(shipped ? wrighttyClient : wrightty, desk, { quiet: true, ...(guard.locked && { meet }) });
};
