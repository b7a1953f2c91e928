/** The view that the hash of the URL selects. */
import { expect, it } from 'vitest';
import { allSessionsHash, answerHash, parseRoute, playbackHash, sessionHash } from '#page/route.ts';

it.each(['s1', 'a b', '../x', 'ü%#?', '%'])('a link to the session %s leads to it', (id) => {
  expect(parseRoute(sessionHash(id))).toEqual({ view: 'session', id });
  expect(parseRoute(answerHash(id))).toEqual({ view: 'session', id, answers: true });
});

it.each(['', '#', allSessionsHash, '#/session/', '#/session/s1/other', '#/playback/1', '#key=secret'])(
  '%j shows all sessions',
  (hash) => {
    expect(parseRoute(hash)).toEqual({ view: 'all' });
  },
);

it('the hash of the player shows the player', () => {
  expect(parseRoute(playbackHash)).toEqual({ view: 'playback' });
});

it('accepts a name that was not encoded', () => {
  expect(parseRoute('#/session/100%')).toEqual({ view: 'session', id: '100%' });
});
