/** The method factory of this dialect, and the schemas that its methods share. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { createMethodFactory } from '#rpc/method.ts';
import type { WshConnectionContext } from './connectionContext.ts';

// Unknown fields are ignored, as clients expect.
export const SessionName = z.string().min(1).max(limits.nameChars);

/** A name to give to a session. `checkSessionName` throws the fault for an invalid one. */
export const NewSessionName = z.string();

export const sessionNameRule = 'at most 64 letters, digits and . _ - only, and not . or .. alone';

const sessionNamePattern = /^(?!\.{1,2}$)[\p{L}\p{N}._-]{1,64}$/u;

/** Whether a session can have this name. The name must also be valid in a URL path. */
export const isSessionName = (text: string): boolean => sessionNamePattern.test(text);

export const Tag = z.string().regex(sessionNamePattern, sessionNameRule);

/** The parameter of all methods of a session; a field beside `params`. */
export const sessionParams = {
  session: SessionName.nullish().describe(
    'The name of the session. It is a field beside `params`, and may be omitted if there is only one session.',
  ),
};

const EmptyResult = z.object({});

export const method = createMethodFactory<WshConnectionContext, typeof EmptyResult>({
  params: z.object({}),
  result: EmptyResult,
  derive: ({ session }, { throws }) => ({
    throws: session ? ['SessionNotFound', 'SessionRequired', ...throws] : throws,
  }),
});
