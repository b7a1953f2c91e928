/** Runs every example of the reference in a real Lua state, on the screen that it shows. */
import { describe, expect, it } from 'vitest';
import { actionForms, matcherForms } from '#adapters/host/builders.ts';
import { hostGroups } from '#adapters/host/catalog.ts';
import { Matcher, matchers } from '#matchers/registry.ts';
import { Action, actions } from '#terminal/input/actions.ts';
import { inLua, picture, value } from './shown.ts';

describe('host functions', () => {
  for (const { functions } of hostGroups)
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
    it(`${name}: the builder in Lua creates an action`, () => {
      expect(Action.parse(value(`return ptywright.action.${name}${example}`))).toMatchObject({ type: name });
    });
});

describe('matchers', () => {
  it('are all known by how they are written', () => {
    expect(Object.keys(matcherForms).toSorted()).toEqual([...matchers.keys()].toSorted());
  });

  for (const [name, { example }] of Object.entries(matcherForms))
    it(`${name}: the builder in Lua creates a matcher`, () => {
      expect(Matcher.parse(value(`return ptywright.matcher['${name}']${example}`))).toMatchObject({
        type: name,
      });
    });
});
