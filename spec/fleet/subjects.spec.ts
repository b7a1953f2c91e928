import { describe, expect, it } from 'vitest';
import { hostOfId, nameKey, parseLinkSubject } from '#fleet/subjects.ts';

describe('the key of a name', () => {
  it('has only characters that are valid in keys', () => {
    expect(nameKey('my build_2')).toBe('name.my=0020build_2');
    expect(nameKey('*.>')).toBe('name.=002a=002e=003e');
  });

  it('differs from the keys of other names', () => {
    const names = ['\u20ac', ' ac', '\u{1f600}', '\ud83d', '=20ac', 'build'];
    expect(new Set(names.map(nameKey)).size).toBe(names.length);
  });
});

describe('the host of an id', () => {
  it('is in ids of sessions, adapters, recordings and viewers', () => {
    for (const id of ['gpu-1/s3', 'gpu-1/e3', 'gpu-1/r3', 'gpu-1/s3.v2']) expect(hostOfId(id)).toBe('gpu-1');
  });

  it('is not in names', () => {
    for (const name of ['build', 's3', 'ci/build', 'ci/s3-tests', 'ci/v2'])
      expect(hostOfId(name)).toBeUndefined();
  });
});

describe('the subject of a link', () => {
  it('names the gateway, the host and the link', () => {
    expect(parseLinkSubject('pty.gateway.g.h1.l')).toEqual({ gateway: 'g', host: 'h1', link: 'l' });
  });

  it('differs from other subjects', () => {
    for (const subject of [undefined, 'pty.gateway.g.h1', 'pty.host.g.h1.l', '$JS.ACK.g.h1.l.1.1'])
      expect(parseLinkSubject(subject)).toBeUndefined();
  });
});
