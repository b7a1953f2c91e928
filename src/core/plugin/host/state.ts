/** What a classifier answers. */
import type { HostFunction, HostGroup, LuaClass } from './declaration.ts';
import { HostError } from './hostError.ts';
import { kept } from './kept.ts';

const fields: LuaClass['fields'] = [
  { name: 'confidence', type: 'number', text: 'From 0 to 1; 1 without it.', optional: true },
  { name: 'evidence', type: 'string', text: 'What was seen, in a few words.', optional: true },
  { name: 'metadata', type: 'table', text: 'Whatever else a client may want to know.', optional: true },
  { name: 'candidates', type: 'ptywright.Candidate[]', text: 'Other states that it may be.', optional: true },
  {
    name: 'events',
    type: 'table[]',
    text: 'What happened since the last time, with `seq` and `kind`.',
    optional: true,
  },
  {
    name: 'host_marks',
    type: 'ptywright.Mark[]',
    text: 'Labels to put on the transcript here.',
    optional: true,
  },
  {
    name: 'recheck_ms',
    type: 'integer',
    text: 'Ask again after this time, even if nothing changes.',
    optional: true,
  },
];

const state: HostFunction = {
  name: 'state',
  params: [
    { name: 'name', type: 'string', text: 'The name of the state.' },
    { name: 'fields', type: 'ptywright.StateFields', text: 'What is known of it.', optional: true },
  ],
  result: { type: 'ptywright.State', text: 'The answer, to be returned.' },
  text: 'Builds the answer of `classify`.',
  example: {
    lua: "local state = ptywright.state('ready', { confidence = 0.9, evidence = 'a prompt' })\nassert(state.state == 'ready' and state.confidence == 0.9)",
  },
  run: (_host, name: string, given: object = {}) => {
    if (name === '') throw new HostError('a state must have a name');
    return kept({ confidence: 1, ...given, state: name });
  },
};

export const states: HostGroup = {
  title: 'States',
  text: '`classify(ctx)` says in which state a program is.',
  functions: [state],
  classes: {
    'ptywright.StateFields': { text: 'What is known of a state.', fields },
    'ptywright.State': {
      text: 'What `classify` returns.',
      extends: 'ptywright.StateFields',
      fields: [{ name: 'state', type: 'string', text: 'The name of the state.' }],
    },
    'ptywright.Candidate': {
      text: 'A state that it may be.',
      fields: [
        { name: 'state', type: 'string', text: 'Its name.' },
        { name: 'confidence', type: 'number', text: 'From 0 to 1.' },
      ],
    },
    'ptywright.Mark': {
      text: 'A label on the transcript.',
      fields: [{ name: 'label', type: 'string', text: 'The label.' }],
    },
  },
};
