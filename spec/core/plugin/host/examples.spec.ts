/** Every example of the reference runs, in a real Lua state, on the screen that it shows. */
import { describe, expect, it } from 'vitest';
import { Action, actions } from '../../../../src/core/input/index.ts';
import { matchers } from '../../../../src/core/matcher/index.ts';
import { Matcher } from '../../../../src/core/matcher/shape.ts';
import { actionForms, matcherForms } from '../../../../src/core/plugin/host/forms.ts';
import { groups } from '../../../../src/core/plugin/host/groups.ts';
import { inLua, picture, value } from './shown.ts';

describe('host functions', () => {
  for (const { functions } of groups)
    for (const { name, example } of functions)
      it(`${name}: its example holds`, () => {
        expect(example.lua).toContain(name);
        inLua(example.lua, example.screen === undefined ? {} : { look: picture(example.screen) });
      });

  it('an example can fail', () => {
    expect(() => inLua('assert(false)')).toThrow('assertion failed');
  });
});

describe('actions', () => {
  it('are all known by how they are written', () => {
    expect(Object.keys(actionForms).toSorted()).toEqual(Object.keys(actions).toSorted());
  });

  for (const [name, { example }] of Object.entries(actionForms))
    it(`${name}: what Lua writes is an action`, () => {
      expect(Action.parse(value(`return ptywright.action.${name}${example}`))).toMatchObject({ type: name });
    });
});

describe('matchers', () => {
  it('are all known by how they are written', () => {
    expect(Object.keys(matcherForms).toSorted()).toEqual([...matchers.keys()].toSorted());
  });

  for (const [name, { example }] of Object.entries(matcherForms))
    it(`${name}: what Lua writes is a matcher`, () => {
      expect(Matcher.parse(value(`return ptywright.matcher['${name}']${example}`))).toMatchObject({
        type: name,
      });
    });
});
