/** Every process of a session carries the session's tag in its environment, wherever it has gone. */
export const tagVariable = 'PTYWRIGHT_SESSION_TAG';

export const tagShape = /^[\w.:-]{1,128}$/;
