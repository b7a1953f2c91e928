/** Which session is meant: by its id, its name, the beginning of either, or because there is no other. */
import type { Client } from '../../client/index.ts';
import { Failure } from '../usage.ts';

export interface Known {
  readonly session: string;
  readonly name: string | null;
}

export async function pick(client: Client, word: string | undefined): Promise<Known> {
  const { details = [] } = await client.calls.session.list({ details: true });
  return choose(details, word);
}

export function choose(all: readonly Known[], word: string | undefined): Known {
  if (all.length === 0)
    throw new Failure('no session is there; start one with: ptywright run --share PROGRAM');
  const meant = word === undefined ? all : meantBy(all, word);
  const [only, ...others] = meant;
  if (only && others.length === 0) return only;
  const which = (meant.length > 0 ? meant : all).map(called).join(', ');
  if (word === undefined) throw new Failure(`which session: ${which}?`);
  throw new Failure(`${word}: ${only ? 'several sessions are called so' : 'no such session'}: ${which}`);
}

/** Who says all of it means that one, whatever else begins so. */
function meantBy(all: readonly Known[], word: string): readonly Known[] {
  const exact = all.filter(({ session, name }) => session === word || name === word);
  if (exact.length > 0) return exact;
  return all.filter(({ session, name }) => session.startsWith(word) || name?.startsWith(word));
}

const called = ({ session, name }: Known) => (name === null ? session : `${session} (${name})`);
