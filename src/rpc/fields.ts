/** The fields that an object may have at some place of a shape, to tell which one was meant by a field that it may not have. */
import type { z } from '../platform/schema.ts';

type Shape = z.core.$ZodType;

/** What is known of shapes here; each kind has some of it. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Shape>>;
  readonly innerType?: Shape;
  readonly element?: Shape;
  readonly valueType?: Shape;
  readonly in?: Shape;
  readonly getter?: () => Shape;
  readonly options?: readonly Shape[];
  readonly discriminator?: string;
  readonly values?: readonly unknown[];
}

const definitionOf = (shape: Shape) => shape._zod.def as unknown as Definition;

/** `value` is what came there: of a choice of forms it tells the one that is meant. */
export function fieldsAt(shape: Shape, path: readonly PropertyKey[], value: unknown): readonly string[] {
  const definition = definitionOf(shape);
  const { innerType, getter, options } = definition;
  const within = innerType ?? definition.in ?? getter?.();
  if (within) return fieldsAt(within, path, value);
  if (options)
    return options
      .filter((one) => isMeant(one, definition, value))
      .flatMap((one) => fieldsAt(one, path, value));
  const [key, ...rest] = path;
  if (key === undefined) return Object.keys(definition.shape ?? {});
  const next = definition.shape?.[String(key)] ?? definition.element ?? definition.valueType;
  return next ? fieldsAt(next, rest, (value as Record<PropertyKey, unknown> | null)?.[key]) : [];
}

function isMeant(option: Shape, { discriminator }: Definition, value: unknown): boolean {
  if (discriminator === undefined) return true;
  const mark = definitionOf(option).shape?.[discriminator];
  const said = (value as Record<string, unknown> | null)?.[discriminator];
  return mark !== undefined && (definitionOf(mark).values ?? []).includes(said);
}
