/** A released protocol level is never broken: checks the frozen levels, and made-up changes that break one. */
import { describe, expect, it } from 'vitest';
import { findBreakingChanges, findWrongSince, readFrozenLevels } from '#build/derive/compatibility.ts';
import {
  type JsonSchema,
  nativeModel,
  type ProtocolMethod,
  type ProtocolModel,
} from '#build/derive/protocolModel.ts';
import { protocolLevel } from '#dialects/ptywright/dialect.ts';

const holds = (breaches: readonly string[]) => breaches.length > 0 && expect.fail(breaches.join('\n'));

describe('released levels', () => {
  it('are still supported', () => {
    holds(readFrozenLevels().flatMap((frozen) => findBreakingChanges(frozen, nativeModel())));
  });

  it('are older than later additions', () => {
    const newest = readFrozenLevels().at(-1);
    holds(newest ? findWrongSince(newest, nativeModel()) : []);
  });

  it('are not above the current protocol level', () => {
    expect(Math.max(0, ...readFrozenLevels().map(({ number }) => number))).toBeLessThanOrEqual(protocolLevel);
  });
});

const string: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0, maximum: 10 };
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

const method = (parts: Partial<ProtocolMethod>): ProtocolMethod => ({
  name: 'box.open',
  summary: '',
  paramStructure: 'either',
  params: [
    { name: 'box', required: true, schema: string },
    { name: 'width', required: false, schema: count },
    { name: 'color', required: false, schema: { type: 'string', enum: ['red', 'blue'] } },
    { name: 'lid', required: false, schema: { $ref: '#/components/schemas/Lid' } },
  ],
  result: {
    name: 'result',
    schema: object({ opened: { type: 'boolean' }, lids: { type: 'array', items: string } }),
  },
  errors: [{ code: -32001, message: 'Stuck' }],
  'x-since': 1,
  'x-needs': [],
  ...parts,
});

const lid = (type: string, value: JsonSchema): JsonSchema => object({ type: { const: type }, value });
const opened = { name: 'box.opened', summary: '', since: 1, params: object({ box: string }), example: {} };

interface Parts {
  readonly methods?: readonly ProtocolMethod[];
  readonly lids?: readonly JsonSchema[];
  readonly events?: ProtocolModel['x-notifications'];
}

const protocol = ({
  methods = [method({})],
  lids = [lid('flat', string), lid('round', count)],
  events = [opened],
}: Parts): ProtocolModel => ({
  info: { version: '1' },
  methods,
  components: { schemas: { Lid: { oneOf: lids } } },
  'x-notifications': events,
});

const frozen = { number: 1, protocol: protocol({}) };
const params = method({}).params;
const withParam = (name: string, change: object) =>
  protocol({
    methods: [method({ params: params.map((one) => (one.name === name ? { ...one, ...change } : one)) })],
  });
const withResult = (schema: JsonSchema) =>
  protocol({ methods: [method({ result: { name: 'result', schema } })] });
const lids = { type: 'array', items: string };

const broken: Readonly<Record<string, readonly [ProtocolModel, string]>> = {
  'a method gone': [protocol({ methods: [] }), 'level 1 promised the method box.open, which is gone'],
  'a parameter gone': [
    protocol({ methods: [method({ params: params.slice(0, 1) })] }),
    'box.open width, which is gone',
  ],
  'a parameter that is required now': [
    withParam('width', { required: true }),
    'that box.open width may be left out',
  ],
  'a new parameter that is required': [
    protocol({ methods: [method({ params: [...params, { name: 'key', required: true, schema: string }] })] }),
    'box.open without key, which is now required',
  ],
  'a parameter of another type': [
    withParam('box', { schema: count }),
    'box.open box as string, and now it is integer',
  ],
  'a lower bound raised': [
    withParam('width', { schema: { ...count, minimum: 1 } }),
    'box.open width with minimum 0, and now it is 1',
  ],
  'an upper bound lowered': [
    withParam('width', { schema: { ...count, maximum: 9 } }),
    'box.open width with maximum 10, and now it is 9',
  ],
  'a bound where there was none': [
    withParam('box', { schema: { ...string, maxLength: 5 } }),
    'box.open box with maxLength unbounded',
  ],
  'a word that is not taken any more': [
    withParam('color', { schema: { type: 'string', enum: ['red'] } }),
    'color: "blue", which is gone',
  ],
  'a form that is not taken any more': [
    protocol({ lids: [lid('flat', string)] }),
    '(Lid) as "round", which is gone',
  ],
  'a form that takes less': [
    protocol({ lids: [lid('flat', count), lid('round', count)] }),
    '(Lid).value as string',
  ],
  'an array that is not taken any more': [
    protocol({ methods: [method({ paramStructure: 'by-name' })] }),
    'that box.open takes an array',
  ],
  'a result gone': [
    protocol({ methods: [method({ result: undefined })] }),
    'a result of box.open, which is gone',
  ],
  'a field of a result gone': [withResult(object({ lids })), 'the result of box.open.opened, which is gone'],
  'a field of a result that may be absent': [
    withResult(object({ opened: { type: 'boolean' }, lids }, ['lids'])),
    'that the result of box.open.opened is always there',
  ],
  'a field of a result of another type': [
    withResult(object({ opened: { type: ['boolean', 'null'] }, lids })),
    'box.open.opened as boolean',
  ],
  'what a list in a result holds': [
    withResult(object({ opened: { type: 'boolean' }, lids: { type: 'array', items: count } })),
    'the result of box.open.lids[] as string',
  ],
  'a fault gone': [protocol({ methods: [method({ errors: [] })] }), 'that box.open fails with Stuck'],
  'a fault of another number': [
    protocol({ methods: [method({ errors: [{ code: -32002, message: 'Stuck' }] })] }),
    'that Stuck is -32001, and now it is -32002',
  ],
  'a notification gone': [protocol({ events: [] }), 'the notification box.opened, which is gone'],
  'a field of a notification gone': [
    protocol({ events: [{ ...opened, params: object({}) }] }),
    'box.opened.box, which is gone',
  ],
};

describe('the comparison of levels', () => {
  for (const [breach, [is, sentence]] of Object.entries(broken)) {
    it(`detects ${breach}`, () => {
      expect(findBreakingChanges(frozen, is).join('\n')).toContain(sentence);
    });
  }

  it('accepts an unchanged level', () => {
    expect(findBreakingChanges(frozen, protocol({}))).toEqual([]);
    expect(findBreakingChanges({ number: protocolLevel, protocol: nativeModel() }, nativeModel())).toEqual(
      [],
    );
  });

  it('accepts additions', () => {
    const wider = protocol({
      methods: [
        method({
          params: [
            ...params.map((one) =>
              one.name === 'width' ? { ...one, schema: { ...count, maximum: 99 } } : one,
            ),
            { name: 'key', required: false, schema: string },
          ],
          result: { name: 'result', schema: object({ opened: { type: 'boolean' }, lids, key: string }) },
          errors: [
            { code: -32001, message: 'Stuck' },
            { code: -32003, message: 'Locked' },
          ],
        }),
        method({ name: 'box.close', 'x-since': 2 }),
      ],
      lids: [lid('flat', string), lid('round', count), lid('square', string)],
    });
    expect(findBreakingChanges(frozen, wider)).toEqual([]);
    expect(findWrongSince(frozen, wider)).toEqual([]);
  });

  it('detects later additions without `since`', () => {
    const later = protocol({ methods: [method({}), method({ name: 'box.close' })] });
    expect(findWrongSince(frozen, later)).toEqual([
      'box.close says since: 1, but level 1 was released without it. Set since and level.ts to 2.',
    ]);
  });
});
