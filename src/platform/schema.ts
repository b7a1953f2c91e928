/** The wrapper of zod. All schemas import it from here. */
export { z } from 'zod';
