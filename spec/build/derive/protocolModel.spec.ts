/** Checks the OpenRPC document against the official OpenRPC schema, and each schema in it against JSON Schema. */
import { createRequire } from 'node:module';
import schemaOfSchemas from '@json-schema-tools/meta-schema';
import schemaOfDocuments from '@open-rpc/meta-schema';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { nativeModel, type ProtocolMethod, peerModel } from '#build/derive/protocolModel.ts';
import { events, methods } from '#dialects/ptywright/dialect.ts';
import { termwright } from '#dialects/termwright/dialect.ts';
import { tuispec } from '#dialects/tuispec/dialect.ts';
import { wrightty } from '#dialects/wrightty/dialect.ts';
import { wsh } from '#dialects/wsh/dialect.ts';
import type { AnyMethod } from '#rpc/method.ts';
import type { OpenRpcDocument } from '#rpc/openRpc.ts';

const protocol = nativeModel();

interface ExamplePairing {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly value: unknown }[];
  readonly result?: { readonly value: unknown };
}

describe('the OpenRPC document', () => {
  const ajv = new Ajv({ strict: false });
  ajv.addSchema({ ...schemaOfSchemas, $schema: undefined }, 'https://meta.json-schema.tools');
  const valid = ajv.compile({ ...schemaOfDocuments, $schema: undefined });

  it('is valid by the schema of OpenRPC', () => {
    expect(valid(protocol), ajv.errorsText(valid.errors)).toBe(true);
  });

  const peers = [
    { methods: termwright.methods, peer: peerModel(termwright) },
    { methods: tuispec.methods, peer: peerModel(tuispec) },
    { methods: wrightty.methods, peer: peerModel(wrightty) },
    { methods: wsh.methods, peer: peerModel(wsh) },
  ];

  it.each(peers)('is valid where it is of a peer: $peer.info.title', ({ methods: own, peer }) => {
    expect(peer.methods.map(({ name }) => name)).toEqual([...own.keys()]);
    // Error codes of wsh are words, but OpenRPC permits only numbers.
    const numbered = JSON.parse(JSON.stringify(peer), (key, value) =>
      key === 'code' && typeof value === 'string' ? 0 : value,
    );
    expect(valid(numbered), ajv.errorsText(valid.errors)).toBe(true);
  });

  it('would not be, were it broken', () => {
    expect(valid({ ...protocol, methods: [{ name: 'session.wait' }] })).toBe(false);
    expect(valid({ ...protocol, openrpc: 'one' })).toBe(false);
  });

  const named = [{ peer: protocol as unknown as OpenRpcDocument }, ...peers].map(({ peer }) => peer);

  it.each(named)('has examples with every required parameter, and without null: $info.title', (document) => {
    expect(document).toEqual(JSON.parse(JSON.stringify(document)));
    const examples = document.methods.flatMap((method) =>
      (method.examples as ExamplePairing[]).map((example) => ({ method, example })),
    );
    for (const { method, example } of examples) {
      const { params, result } = method as unknown as ProtocolMethod;
      const sent = example.params.map(({ name }) => name);
      expect(sent).toEqual(
        expect.arrayContaining(params.filter((one) => one.required).map(({ name }) => name)),
      );
      const hasResult = result !== undefined && result.schema.type !== 'null';
      expect(example.result !== undefined, `${method.name}: ${example.name}`).toBe(hasResult);
      expect(JSON.stringify(example)).not.toMatch(/[:[,]null\b/);
    }
    const events = document['x-notifications'] as readonly { readonly example: unknown }[];
    expect(events.filter(({ example }) => (example ?? null) === null)).toEqual([]);
  });

  it('is a file of the package, like the schemas', () => {
    const load = createRequire(import.meta.url);
    expect(load('ptywright/openrpc.json')).toEqual(protocol);
    for (const { peer } of peers)
      expect(load(`ptywright/openrpc/${(peer.info as { title: string }).title}.json`)).toEqual(peer);
    for (const name of ['manifest', 'steps'])
      expect(load(`ptywright/schemas/${name}.schema.json`)).toHaveProperty('type', 'object');
  });

  it('holds every method and notification', () => {
    expect(protocol.methods.map(({ name }) => name)).toEqual(methods.map(({ name }) => name));
    expect(protocol['x-notifications'].map(({ name }) => name)).toEqual(events.map(({ name }) => name));
  });

  it('contains everything that it refers to', () => {
    const expected = [...JSON.stringify(protocol).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!);
    const held = Object.keys(protocol.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.filter((ref) => !held.includes(ref))).toEqual([]);
  });
});

describe('the schemas in it', () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'protocol', components: protocol.components });
  const inside = (schema: unknown): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"protocol#/components/')) as object;

  for (const method of methods as readonly AnyMethod<never>[]) {
    const described = protocol.methods.find(({ name }) => name === method.name)!;

    it(`take the examples of ${method.name}`, () => {
      for (const { send, fault, title } of method.examples) {
        if (fault === 'Invalid') continue;
        for (const { name, schema } of described.params) {
          if (!(name in send)) continue;
          expect(ajv.validate(inside(schema), send[name]), `${title}, ${name}: ${ajv.errorsText()}`).toBe(
            true,
          );
        }
      }
    });
  }

  it('take the examples of the notifications', () => {
    for (const { name, params, example } of protocol['x-notifications']) {
      expect(ajv.validate(inside(params), example), `${name}: ${ajv.errorsText()}`).toBe(true);
    }
  });
});
