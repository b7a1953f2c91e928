import { describe, expect, it } from 'vitest';
import { ptywright } from '#dialects/ptywright/dialect.ts';
import { wrightty } from '#dialects/wrightty/dialect.ts';
import { toOpenRpc } from '#rpc/openRpc.ts';

interface Param {
  readonly name: string;
  readonly required: boolean;
  readonly schema: object;
}
interface Described {
  readonly name: string;
  readonly params: readonly Param[];
  readonly paramStructure: string;
  readonly result?: { readonly schema: object };
  readonly errors: readonly { readonly code: number; readonly message: string }[];
  readonly examples: readonly {
    readonly params: readonly { readonly name: string; readonly value: unknown }[];
    readonly result?: { readonly value: unknown };
  }[];
}

const native = toOpenRpc(ptywright, { title: 'native', version: '1' });
const methods = native.methods as unknown as readonly Described[];
const method = (name: string) => methods.find((one) => one.name === name)!;

describe('a method', () => {
  it('has its required parameters first', () => {
    for (const { name, params } of methods) {
      const order = params.map(({ required }) => required);
      expect(order, name).toEqual([...order].sort((one, other) => Number(other) - Number(one)));
    }
  });

  it('has the codes of its faults', () => {
    for (const { name, errors } of methods)
      for (const { code, message } of errors)
        expect(code, `${name} ${message}`).toBe(ptywright.codes[message]);
  });

  it('has no result if it is a notification', () => {
    expect(method('exit')).not.toHaveProperty('result');
    expect(method('shutdown')).toHaveProperty('result');
  });

  it('takes its parameters by position only where its declaration orders them', () => {
    for (const dialect of [ptywright, wrightty]) {
      const described = toOpenRpc<never>(dialect as never, { title: 'one', version: '1' }).methods;
      for (const { name, paramStructure } of described)
        expect(paramStructure === 'either', name).toBe(dialect.methods.get(name)!.positional !== undefined);
    }
  });
});

describe('an example', () => {
  it('names the session, which specs fill in', () => {
    const { examples } = method('session.snapshot');
    expect(examples.length).toBeGreaterThan(0);
    for (const { params } of examples) expect(params).toContainEqual({ name: 'session', value: 's1' });
  });

  it('has no fields that are null, because it is a part of a result', () => {
    const values = methods.flatMap(({ examples }) => examples.map(({ result }) => result?.value));
    expect(values.some((value) => value !== undefined)).toBe(true);
    expect(JSON.stringify(values.filter((value) => value !== undefined))).not.toMatch(/:null[,}]/);
  });
});

describe('the schemas', () => {
  const text = JSON.stringify(native);

  it('refer to components that are there', () => {
    const { schemas } = native.components as { readonly schemas: Readonly<Record<string, object>> };
    const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !(name in schemas))).toEqual([]);
    expect(text).not.toContain('#/$defs/');
  });

  it('permit additional fields in results, not in parameters', () => {
    expect(JSON.stringify(method('session.info').result)).not.toContain('"additionalProperties":false');
    const matcher = method('session.wait').params.find(({ name }) => name === 'matcher');
    expect(JSON.stringify([matcher, native.components])).toContain('"additionalProperties":false');
  });
});
