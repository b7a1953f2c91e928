/** A listener as it is written: DIALECT+TRANSPORT:ADDRESS. */
export interface ListenAddress {
  readonly dialect: string;
  readonly transport: 'stdio' | 'unix';
  readonly address: string;
}

const form = /^([a-z]+)\+([a-z]+):(.*)$/s;
const transports = ['stdio', 'unix'] as const;

/** What is wrong with it, as a sentence, when it cannot be read. */
export function readListenAddress(text: string, dialects: readonly string[]): ListenAddress | string {
  const [, dialect, transport, address] = form.exec(text) ?? [];
  if (dialect === undefined || address === undefined)
    return `${text}: expected DIALECT+TRANSPORT:ADDRESS, such as ptywright+unix:/run/user/1000/p.sock`;
  if (!dialects.includes(dialect))
    return `${text}: no dialect is called ${dialect}; known: ${dialects.join(', ')}`;
  const known = transports.find((one) => one === transport);
  if (!known) return `${text}: no transport is called ${transport}; known: ${transports.join(', ')}`;
  if (known === 'stdio' && address !== '') return `${text}: stdio takes no address`;
  if (known === 'unix' && address === '') return `${text}: the path of the socket is missing`;
  return { dialect, transport: known, address };
}
