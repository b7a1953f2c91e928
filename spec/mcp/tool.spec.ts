import { describe, expect, it } from 'vitest';
import { defineTool, toDefinition } from '#mcp/tool.ts';
import { z } from '#platform/schema.ts';

const tool = (more: object = {}) =>
  toDefinition(
    defineTool({
      name: 'read',
      description: 'Read it.',
      params: z.strictObject({
        session: z.string().min(1).max(100).describe('Which one.'),
        rows: z.int().min(0).max(500).optional(),
        lines: z.int().optional(),
        tags: z.array(z.string()).max(9).default([]),
      }),
      result: z.object({ text: z.string().describe('') }),
      run: () => Promise.reject(new Error('is not called')),
      ...more,
    }),
  );

describe('the definition of a tool', () => {
  it('has the schemas without the bounds that the server checks', () => {
    expect(tool().inputSchema).toEqual({
      type: 'object',
      properties: {
        session: { type: 'string', description: 'Which one.' },
        rows: { type: 'integer', minimum: 0 },
        lines: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' }, default: [] },
      },
      required: ['session'],
      additionalProperties: false,
    });
  });

  it('permits additional fields in results, and no empty descriptions', () => {
    expect(tool().outputSchema).toEqual({
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
    });
  });

  it('states whether the tool only reads, or ends something', () => {
    expect(tool()).not.toHaveProperty('annotations');
    expect(tool({ reads: true }).annotations).toEqual({ readOnlyHint: true });
    expect(tool({ destroys: true }).annotations).toEqual({ destructiveHint: true });
  });
});
