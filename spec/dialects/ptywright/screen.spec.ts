/** Screenshots of running programs, over the protocol. */
import { describe, expect, it } from 'vitest';
import { permissionNames } from '#permissions.ts';
import { aServer, faultOf, obeying } from '../../session/driven.ts';

describe('session.screenshot', () => {
  it('is a PNG by default', async () => {
    const server = aServer();
    const { session, show } = await obeying(server, { rows: 3, cols: 10 });
    const { sequence } = await show('\x1b[41mred\x1b[m');
    const picture = await server.calls.session.screenshot({ session });
    expect(picture).toMatchObject({ format: 'png', mime: 'image/png', width: 90, height: 54, sequence });
    const png = Buffer.from(picture.data, 'base64');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([90, 54]);
  });

  it('redacts as a snapshot does, plus the rules of the caller', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    await show('it is ghp_0123456789abcdefghijABCDEFGHIJ012345 and hunter22');
    const readOutput = async (how: object) =>
      (await server.calls.session.screenshot({ session, format: 'svg', ...how })).data;
    expect(await readOutput({})).toContain('hunter22');
    expect(await readOutput({})).not.toContain('ghp_0123');
    const redaction = { enabled: true, extra_literals: ['hunter22'] };
    expect(await readOutput({ redaction })).not.toContain('hunter22');
    expect(await readOutput({ redact: false })).toContain('ghp_0123');
  });

  it('requires raw.read for an unredacted picture', async () => {
    const server = aServer({ grants: new Set(permissionNames.filter((name) => name !== 'raw.read')) });
    const { session } = await obeying(server);
    const requested = server.calls.session.screenshot({ session, redact: false });
    expect(await faultOf(requested, 'PermissionDenied')).toMatchObject({ required_permission: 'raw.read' });
  });

  it('does not block other requests while a large one is rendered', async () => {
    const server = aServer();
    const { session, show } = await obeying(server, { rows: 200, cols: 500 });
    await show('x');
    const order: string[] = [];
    const large = server.calls.session.screenshot({ session }).then(() => order.push('picture'));
    const small = server.calls.session.list({}).then(() => order.push('list'));
    await Promise.all([large, small]);
    expect(order).toEqual(['list', 'picture']);
  });

  it('refuses an invalid theme with its path', async () => {
    const server = aServer();
    const { session } = await obeying(server);
    const requested = server.calls.session.screenshot({ session, theme: { background: 'white' } } as never);
    expect(await faultOf(requested, 'Invalid')).toMatchObject({ path: 'theme.background' });
  });
});
