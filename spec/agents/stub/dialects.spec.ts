/** The same script in each API: text, thinking, tool calls, rounds and errors. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stub } from './stub.ts';

let stub: Stub;
let address: string;
let received: string[];

beforeEach(async () => {
  received = [];
  const translateCall = ({ input }: { readonly input: object }) => ({ tool: 'run', input });
  stub = new Stub({ cwd: '/', outside: '/' }, { translateCall, notify: (name) => received.push(name) });
  address = await stub.listen();
});
afterEach(() => stub.close());

interface Api {
  readonly name: string;
  readonly path: string;
  readonly prompt: (text: string) => object;
  /** The conversation after the first answer, which called a tool. */
  readonly result: (text: string) => object;
  /** Match the text, the thinking and the tool calls in the events of a stream. */
  readonly text: RegExp;
  readonly thought: RegExp;
  readonly call: RegExp;
}

const apis: readonly Api[] = [
  {
    name: 'chat completions',
    path: '/v1/chat/completions',
    prompt: (content) => ({ messages: [{ role: 'user', content }] }),
    result: (content) => ({
      messages: [
        { role: 'user', content },
        { role: 'assistant', tool_calls: [] },
        { role: 'tool', content: 'SAY-HELLO' },
      ],
    }),
    text: /"content":"answer\."/,
    thought: /"reasoning_content":"request "/,
    call: /"function":{"name":"run","arguments":"{\\"command\\":\\"ls\\"/,
  },
  {
    name: 'responses',
    path: '/v1/responses',
    prompt: (text) => ({ input: [{ role: 'user', content: [{ type: 'input_text', text }] }] }),
    result: (text) => ({
      input: [
        { role: 'user', content: [{ type: 'input_text', text }] },
        { type: 'function_call', call_id: 'call_stub000001_0' },
        { type: 'function_call', call_id: 'call_stub000001_1' },
        { type: 'function_call_output', call_id: 'call_stub000001_0', output: 'SAY-HELLO' },
      ],
    }),
    text: /"delta":"answer\."/,
    thought: /"response\.reasoning_summary_text\.delta".*"delta":"request "/,
    call: /"type":"function_call".*"name":"run","arguments":"{\\"command\\":\\"ls\\"/,
  },
  {
    name: 'Gemini',
    path: '/v1beta/models/m:streamGenerateContent?alt=sse',
    prompt: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    result: (text) => ({
      contents: [
        { role: 'user', parts: [{ text }] },
        { role: 'model', parts: [] },
        { role: 'user', parts: [{ functionResponse: { response: { output: 'SAY-HELLO' } } }] },
      ],
    }),
    text: /"text":"answer\."/,
    thought: /"text":"request ","thought":true/,
    call: /"functionCall":{"id":"call_\w+","name":"run","args":{"command":"ls"/,
  },
];

const tools = [
  { type: 'function', name: 'run', function: { name: 'run' }, functionDeclarations: [{ name: 'run' }] },
];

const ask = ({ path }: Api, body: object) =>
  fetch(address + path, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', stream: true, tools, ...body }),
  });

const streamed = async (api: Api, body: object) => (await ask(api, body)).text();

describe.each(apis)('$name', (api) => {
  it('streams an answer word by word', async () => {
    expect(await streamed(api, api.prompt('SAY-HELLO please'))).toMatch(api.text);
    expect(stub.served).toMatchObject([{ keyword: 'SAY-HELLO', round: 0, answeredAt: expect.any(Number) }]);
    expect(received).toEqual(['UserPromptSubmit', 'Stop']);
  });

  it('separates a prompt from what the agent appends to it', async () => {
    await streamed(api, api.prompt('SAY-HELLO please\n\n<system_reminder>\nSAY-SLOW\n</system_reminder>'));
    expect(stub.served).toMatchObject([{ keyword: 'SAY-HELLO', text: 'SAY-HELLO please' }]);
  });

  it('thinks before it answers, and waits at each gate', async () => {
    const requested = streamed(api, api.prompt('THINK-FIRST'));
    await stub.gates.open('begin', 5000);
    await stub.gates.open('middle', 5000);
    expect(await requested).toMatch(api.thought);
  });

  it('calls a tool by its name in the agent', async () => {
    expect(await streamed(api, api.prompt('RUN-LIST'))).toMatch(api.call);
    expect(received).toEqual(['UserPromptSubmit', 'PreToolUse']);
  });

  it('counts the rounds of a turn, and separates results of tools from prompts', async () => {
    const requested = streamed(api, api.result('RUN-THEN-WAIT'));
    await stub.gates.open('begin', 5000);
    expect(await requested).toContain('"And "');
    expect(received).toEqual(['Stop']);
  });

  it('fails with a status, and counts a prompt once if it is retried', async () => {
    for (const _ of [1, 2]) {
      const refused = await ask(api, api.prompt('ERR-429'));
      expect(refused.status).toBe(429);
      expect(await refused.text()).toContain('This request would exceed your rate limit');
    }
    expect(received).toEqual(['UserPromptSubmit']);
  });

  it('drops the connection in the middle of an answer', async () => {
    await expect(streamed(api, api.prompt('ERR-CUT'))).rejects.toThrow();
    expect(received).toEqual(['UserPromptSubmit']);
  });

  it('answers a request without tools as a side request', async () => {
    await streamed(api, { ...api.prompt('RUN-LIST'), tools: [] });
    expect([stub.served, received]).toEqual([[], []]);
  });
});
