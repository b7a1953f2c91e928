/** What a person is called who is at this terminal: as the environment says it, or as the system knows the account. */
import { userInfo } from 'node:os';

type Environment = Readonly<Record<string, string | undefined>>;

/** In a container a user may have a number only, and then the system throws. */
export function userName(env: Environment, account = () => userInfo().username): string | undefined {
  if (env.USER) return env.USER;
  try {
    return account() || undefined;
  } catch {
    return undefined;
  }
}
