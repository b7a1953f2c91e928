/** The OpenRPC document against the official schema of OpenRPC, and each schema in it against JSON Schema. */
import schemaOfSchemas from '@json-schema-tools/meta-schema';
import schemaOfDocuments from '@open-rpc/meta-schema';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { document, peerDocument } from '../../src/derive/document.ts';
import { events, methods } from '../../src/dialects/ptywright/index.ts';
import { termwright } from '../../src/dialects/termwright/index.ts';
import { tuispec } from '../../src/dialects/tuispec/index.ts';
import { wrightty } from '../../src/dialects/wrightty/index.ts';
import { wsh } from '../../src/dialects/wsh/index.ts';
import type { AnyMethod } from '../../src/rpc/method.ts';

const protocol = document();

describe('the OpenRPC document', () => {
  const ajv = new Ajv({ strict: false });
  ajv.addSchema({ ...schemaOfSchemas, $schema: undefined }, 'https://meta.json-schema.tools');
  const valid = ajv.compile({ ...schemaOfDocuments, $schema: undefined });

  it('is valid by the schema of OpenRPC', () => {
    expect(valid(protocol), ajv.errorsText(valid.errors)).toBe(true);
  });

  const peers = [
    { methods: termwright.methods, peer: peerDocument(termwright) },
    { methods: tuispec.methods, peer: peerDocument(tuispec) },
    { methods: wrightty.methods, peer: peerDocument(wrightty) },
    { methods: wsh.methods, peer: peerDocument(wsh) },
  ];

  it.each(peers)('is valid where it is of a peer: $peer.info.title', ({ methods: own, peer }) => {
    expect(peer.methods.map(({ name }) => name)).toEqual([...own.keys()]);
    // The errors of wsh have words for codes, where OpenRPC knows numbers only.
    const numbered = JSON.parse(JSON.stringify(peer), (key, value) =>
      key === 'code' && typeof value === 'string' ? 0 : value,
    );
    expect(valid(numbered), ajv.errorsText(valid.errors)).toBe(true);
  });

  it('would not be, were it broken', () => {
    expect(valid({ ...protocol, methods: [{ name: 'session.wait' }] })).toBe(false);
    expect(valid({ ...protocol, openrpc: 'one' })).toBe(false);
  });

  it('holds every method and notification', () => {
    expect(protocol.methods.map(({ name }) => name)).toEqual(methods.map(({ name }) => name));
    expect(protocol['x-notifications'].map(({ name }) => name)).toEqual(events.map(({ name }) => name));
  });

  it('refers to nothing that it does not hold', () => {
    const wanted = [...JSON.stringify(protocol).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!);
    const held = Object.keys(protocol.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((ref) => !held.includes(ref))).toEqual([]);
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
