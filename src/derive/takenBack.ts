/** What a protocol no longer keeps of what a released level promised: one sentence a breach. */
import type { Protocol, ProtocolEvent, ProtocolMethod } from './document.ts';
import type { FrozenLevel } from './levels.ts';
import { narrowed, type Place } from './narrowed.ts';

interface Compared<Part> {
  readonly was: Part;
  readonly is: Part | undefined;
}

export function takenBack({ number, protocol: was }: FrozenLevel, is: Protocol): readonly string[] {
  const roots = { was: was.components.schemas, is: is.components.schemas };
  const at = (path: string): Place => ({ path, ...roots });
  const complaints = [
    ...pairs(was.methods, is.methods).flatMap((pair) => methodTakenBack(pair, at)),
    ...pairs(was['x-notifications'], is['x-notifications']).flatMap((pair) => eventTakenBack(pair, at)),
  ];
  return complaints.map((complaint) => `level ${number} promised ${complaint}`);
}

/** What came later than a released level has to say so. */
export function sinceTooLow({ number, protocol: was }: FrozenLevel, is: Protocol): readonly string[] {
  const methods = added(was.methods, is.methods).map((one) => ({ name: one.name, since: one['x-since'] }));
  return [...methods, ...added(was['x-notifications'], is['x-notifications'])]
    .filter(({ since }) => since <= number)
    .map(
      ({ name, since }) =>
        `${name} says since: ${since}, but level ${number} was released without it. Set since and level.ts to ${number + 1}.`,
    );
}

const pairs = <Part extends { readonly name: string }>(
  was: readonly Part[],
  is: readonly Part[],
): readonly Compared<Part>[] =>
  was.map((one) => ({ was: one, is: is.find(({ name }) => name === one.name) }));

const added = <Part extends { readonly name: string }>(was: readonly Part[], is: readonly Part[]) =>
  is.filter(({ name }) => !was.some((one) => one.name === name));

type At = (path: string) => Place;

function methodTakenBack({ was, is }: Compared<ProtocolMethod>, at: At): readonly string[] {
  if (!is) return [`the method ${was.name}, which is gone`];
  return [
    ...paramsTakenBack(was, is, at),
    ...resultTakenBack(was, is, at),
    ...errorsTakenBack(was, is),
    ...(was.paramStructure === 'either' && is.paramStructure !== 'either'
      ? [`that ${was.name} takes an array, which it does not`]
      : []),
    ...(was.result === undefined && is.result !== undefined
      ? [`that ${was.name} has no reply, and now it has`]
      : []),
  ];
}

function paramsTakenBack(
  { name, params: was }: ProtocolMethod,
  { params: is }: ProtocolMethod,
  at: At,
): readonly string[] {
  const demanded = added(was, is).filter(({ required }) => required);
  const kept = pairs(was, is).flatMap(({ was: old, is: now }) => {
    const path = `${name} ${old.name}`;
    if (!now) return [`${path}, which is gone`];
    const harder =
      now.required && !old.required ? [`that ${path} may be left out, and now it is required`] : [];
    return [...harder, ...narrowed(old.schema, now.schema, at(path), 'taken')];
  });
  return [...kept, ...demanded.map((param) => `${name} without ${param.name}, which is now required`)];
}

function resultTakenBack(
  { name, result: was }: ProtocolMethod,
  { result: is }: ProtocolMethod,
  at: At,
): readonly string[] {
  if (!was) return [];
  return is
    ? narrowed(was.schema, is.schema, at(`the result of ${name}`), 'given')
    : [`a result of ${name}, which is gone`];
}

/** A client knows faults by their names and numbers; a method may stop failing, but not fail under another number. */
const errorsTakenBack = ({ name, errors: was }: ProtocolMethod, { errors: is }: ProtocolMethod) =>
  was.flatMap(({ message, code }) => {
    const now = is.find((one) => one.message === message);
    if (!now) return [`that ${name} fails with ${message}, which it no longer names`];
    return now.code === code ? [] : [`that ${message} is ${code}, and now it is ${now.code}`];
  });

const eventTakenBack = ({ was, is }: Compared<ProtocolEvent>, at: At) =>
  is
    ? narrowed(was.params, is.params, at(was.name), 'given')
    : [`the notification ${was.name}, which is gone`];
