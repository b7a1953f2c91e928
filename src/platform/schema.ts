/** The door to zod: every shape in ptywright is written with what leaves here. */
export { z } from 'zod';
