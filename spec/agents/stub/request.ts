/** Reads from a request the user text that selects the answer, and the progress of the turn. */

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

interface Spoken {
  readonly role: string;
  readonly content: string | readonly Block[];
}

export interface MessagesRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly messages: readonly Spoken[];
  readonly tools?: readonly { readonly name: string }[];
  readonly output_config?: { readonly format?: { readonly type: string } };
  readonly output_format?: { readonly type: string };
}

export interface Asked {
  /** The last text of the user, without additions of the agent. */
  readonly text: string;
  /** The number of model messages after it. */
  readonly round: number;
  readonly tools: readonly string[];
  /** The replies of the tools in this turn, as the agent passes them on. */
  readonly answers: string;
  /** The file for a plan, if the agent names one. */
  readonly planFile: string | undefined;
}

const added = /^\s*<(?:system-reminder|local-command|command-|session)/;

const blocksOf = ({ content }: Spoken): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

const wordsOf = (spoken: Spoken) =>
  blocksOf(spoken)
    .filter(({ type, text }) => type === 'text' && text !== undefined && !added.test(text))
    .map(({ text }) => text)
    .join('\n');

const answersOf = (spoken: Spoken) =>
  blocksOf(spoken)
    .flatMap(({ content = [] }) =>
      typeof content === 'string' ? content : content.map(({ text }) => text ?? ''),
    )
    .join('\n');

export function readAsked(request: MessagesRequest): Asked {
  const { messages, tools = [] } = request;
  const at = messages.findLastIndex((one) => one.role === 'user' && wordsOf(one) !== '');
  const [, planFile] = /(\/[^\s"`\\]*\/plans\/[^\s"`\\]+\.md)/.exec(JSON.stringify(request)) ?? [];
  return {
    text: at < 0 ? '' : wordsOf(messages[at]!),
    round: messages.slice(at + 1).filter(({ role }) => role === 'assistant').length,
    tools: tools.map(({ name }) => name),
    answers: messages
      .slice(at + 1)
      .filter(({ role }) => role === 'user')
      .map(answersOf)
      .join('\n'),
    planFile,
  };
}

/** Requests for titles, topics and quota checks. None of them has tools. */
export const isSideCall = ({ tools = [], max_tokens }: MessagesRequest) =>
  tools.length === 0 || max_tokens === 1;

export const wantsJson = ({ output_config, output_format }: MessagesRequest) =>
  (output_config?.format ?? output_format)?.type === 'json_schema';
