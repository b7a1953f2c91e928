/** Actions and matchers as they are written in Lua: what the core declares of them, and the forms of the host table. */
import { actions } from '../core/input/index.ts';
import { matchers } from '../core/matcher/index.ts';
import { actionForms, anyForm, type Form, matcherForms } from '../core/plugin/host/forms.ts';
import { luaWords } from '../core/plugin/host/index.ts';
import { z } from '../platform/schema.ts';
import { document } from './document.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { luaType } from './luaType.ts';

export interface Spoken {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
  readonly form: Form;
  /** Of the value as a whole; nothing where there is none. */
  readonly type?: string;
  /** How it is reached in the table of its kind. */
  readonly field: string;
  readonly example: string;
}

interface Declared {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
  readonly wire: z.ZodType;
}

export const spokenActions = (): readonly Spoken[] =>
  (Object.values(actions) as readonly Declared[]).map(({ name, summary, needs, wire }) => {
    const schema = z.toJSONSchema(wire, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    return spoken('action', { name, summary, needs, schema }, actionForms[name]);
  });

export function spokenMatchers(): readonly Spoken[] {
  const shapes = document().components.schemas.Matcher!.oneOf!;
  return [...matchers.values()].map(({ name, summary }) => {
    const schema = shapes.find(({ properties }) => properties!.type!.const === name)!;
    return spoken('matcher', { name, summary, needs: 'matcher.wait', schema }, matcherForms[name]);
  });
}

interface Word {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
  readonly schema: JsonSchema;
}

function spoken(kind: string, { schema, ...word }: Word, form: Form = anyForm): Spoken {
  const value = schema.properties?.value;
  const takesOne = form.value !== undefined || form.fields !== undefined;
  const field = luaWords.has(word.name) ? `${word.name}_` : word.name;
  const type = value && takesOne ? { type: luaType(value) } : {};
  return { ...word, form, field, ...type, example: `ptywright.${kind}.${field}${form.example}` };
}
