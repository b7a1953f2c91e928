/** Tags of a session, as they come and as they change. */
import { limits } from '../../core/limits.ts';
import { z } from '../../platform/schema.ts';
import { NewName } from './method.ts';

export const Tags = z.array(NewName).max(limits.tags);

export interface TagChange {
  readonly add?: readonly string[] | null | undefined;
  readonly remove?: readonly string[] | null | undefined;
}

export function changedTags(before: readonly string[], { add, remove }: TagChange): readonly string[] {
  const kept = before.filter((tag) => !remove?.includes(tag));
  return [...new Set([...kept, ...(add ?? [])])];
}
