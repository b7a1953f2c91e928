/** The subjects and keys of a fleet. docs/guides/fleet.md has the permissions that fit them. */

/** Takes the calls of gateways: link messages, whose reply subject names the link. */
export const rpcSubject = (host: string): string => `pty.host.${host}.rpc`;

/** Answers with the report of the host. */
export const pingSubject = (host: string): string => `pty.host.${host}.ping`;

/** Everything that hosts send to a gateway. */
export const gatewaySubject = (gateway: string): string => `pty.gateway.${gateway}.>`;

/** What one host sends over one link. The host is part of the subject, so that it cannot pretend to be another. */
export const linkSubject = ({ gateway, host, link }: LinkAddress): string =>
  `pty.gateway.${gateway}.${host}.${link}`;

interface LinkAddress {
  readonly gateway: string;
  readonly host: string;
  readonly link: string;
}

/**
 * Checks the whole subject, because a host can make JetStream deliver its records to any subject, with another reply
 * subject.
 */
export function parseLinkSubject(subject: string | undefined): LinkAddress | undefined {
  const [pty, kind, gateway, host, link] = subject?.split('.') ?? [];
  return pty === 'pty' && kind === 'gateway' && gateway && host && link ? { gateway, host, link } : undefined;
}

/** In place of a link: the beat of a gateway, with the positions of its links. */
export const beatLink = 'beat';

export const hostKey = (host: string): string => `host.${host}`;

/** Escapes the characters of session names that a key cannot have. Two names never have the same key. */
export const nameKey = (name: string): string =>
  `name.${name.replace(/[^\w-]/g, (char) => `=${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}`;

/** The key of the session `HOST/sNUMBER`. */
export const sessionKey = (session: string): string => `session.${session.replace('/', '.')}`;

/** What is kept of the transcript of the session `HOST/sNUMBER`, or of the recording `HOST/rNUMBER`. */
export const keptSubject = (id: string): string => `pty.kept.${id.replace('/', '.')}`;

/** The host in the id of a session, an adapter, a recording or a viewer. */
export const hostOfId = (id: string): string | undefined =>
  /^([a-z0-9-]+)\/[ser]\d+(?:\.v\d+)?$/.exec(id)?.[1];

/** Begins the names of links to one start of a host. */
export const linkPrefix = (instance: string): string => `${instance}-`;

/** Part of the name of a link that serves only what a browser page may call. */
export const pageLinkMark = 'page-';
