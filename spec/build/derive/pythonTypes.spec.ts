import { describe, expect, it } from 'vitest';
import { PythonTypes } from '#build/derive/pythonTypes.ts';

const record = (
  properties: Record<string, object>,
  required: readonly string[] = Object.keys(properties),
) => ({
  type: 'object',
  properties,
  required,
});
const typeOf = (schema: object) => new PythonTypes().typeOf(schema, 'One');

describe('a type', () => {
  it.each([
    [{ type: 'integer' }, 'int'],
    [{ type: 'number' }, 'float'],
    [{ const: true }, 'Literal[True]'],
    [{ enum: ['a', 'b'] }, 'Literal["a", "b"]'],
    [{ type: 'array', items: { type: 'string' } }, 'List[str]'],
    [{ type: 'array', prefixItems: [{ type: 'string' }] }, 'List[Any]'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Dict[str, int]'],
    [{ type: ['string', 'null'] }, 'Union[str, None]'],
    [{ $ref: '#/components/schemas/Screen' }, 'Screen'],
    [{}, 'Any'],
  ])('of %j is %s', (schema, type) => expect(typeOf(schema)).toBe(type));
});

describe('a record', () => {
  it('becomes a class, and its optional fields one that extends it', () => {
    const types = new PythonTypes();
    types.declare('Place', record({ row: { type: 'integer' }, col: { type: 'integer' } }, ['row']));
    const text = types.format();
    expect(text).toContain('class _Place(TypedDict):\n    row: int');
    expect(text).toContain('class Place(_Place, total=False):\n    col: int');
  });

  it('inside another record is named after its field, and equal records share a name', () => {
    const types = new PythonTypes();
    const size = record({ rows: { type: 'integer' } });
    types.declare('Before', record({ old_size: size }));
    types.declare('After', record({ new_size: size }));
    const text = types.format();
    expect(text).toContain('new_size: BeforeOldSize');
    expect(text.match(/^class /gm)).toHaveLength(3);
  });

  it('cannot have the name of another record', () => {
    const types = new PythonTypes();
    types.declare('Place', record({ row: { type: 'integer' } }));
    expect(() => types.declare('Place', record({ col: { type: 'integer' } }))).toThrow(
      'two Python types are named Place',
    );
  });
});

it('a long line is continued with an indent', () => {
  expect(PythonTypes.wrap('    one two three four', 12)).toEqual([
    '    one two',
    '        three',
    '        four',
  ]);
});

it('names get their module', () => {
  expect(PythonTypes.qualify('Union[List[Screen], None]', 'protocol')).toBe(
    'Union[List[protocol.Screen], None]',
  );
});
