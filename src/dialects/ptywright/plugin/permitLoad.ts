/** Whoever loads a plugin has the server read files and run code: only the one who starts the server can allow that. */
import { fault, raise } from '../../../core/faults.ts';
import type { World } from '../../../core/world.ts';

export function permitLoad({ pluginLoad }: World): void {
  if (!pluginLoad)
    raise(
      fault.PermissionDenied(
        { reason: 'server_did_not_grant_plugin_load' },
        'this server was started without --allow-plugin-load',
      ),
    );
}
