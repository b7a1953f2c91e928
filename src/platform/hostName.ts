/** What this machine is called. */
export { hostname as hostName } from 'node:os';
