import type { ContentBlock } from '@agentclientprotocol/sdk';
import { afterAll, describe, expect, it } from 'vitest';
import { SessionFiles } from '#acp/sessionFiles.ts';

const files = await SessionFiles.create();
afterAll(() => files.remove());

const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const link = (uri: string): ContentBlock => ({ type: 'resource_link', name: 'a', uri });

describe('a prompt', () => {
  it.each<[string, ContentBlock[], { text: string; isCommand: boolean }]>([
    ['a command', [text('/compact')], { text: '/compact', isCommand: true }],
    [
      'a command with a link',
      [text('/git:review '), link('file:///a')],
      { text: '/git:review  /a', isCommand: true },
    ],
    ['a path', [text('/etc/hosts is wrong')], { text: 'File: /etc/hosts is wrong', isCommand: false }],
    ['a link', [link('file:///a'), text('is wrong')], { text: 'File: /a is wrong', isCommand: false }],
    ['a link after a blank text', [text(' '), link('file:///a')], { text: 'File: /a', isCommand: false }],
    ['a link with a blank', [link('file:///a%20b')], { text: '"/a b"', isCommand: false }],
    ['a web address', [link('https://a.test/b')], { text: 'https://a.test/b', isCommand: false }],
  ])('can start with %s', async (_, blocks, prompt) => {
    expect(await files.prompt(blocks)).toEqual(prompt);
  });

  it('can start with an image', async () => {
    const image: ContentBlock = { type: 'image', data: '', mimeType: 'image/png' };
    expect(await files.prompt([image])).toEqual({
      text: expect.stringMatching(/^(?:File: |").*image-1\.png"?$/),
      isCommand: false,
    });
  });

  it('refuses a file of another host', async () => {
    await expect(files.prompt([link('file://host/a')])).rejects.toMatchObject({ code: -32602 });
  });
});
