/**
 * Where a name really leads. Names are resolved first and judged by their addresses; whoever connects then takes that very
 * address (`pinned`), so that a name cannot point somewhere else a moment later.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Link-local and metadata addresses, those of nobody and those of everybody: never reached. */
const never = new BlockList();
never.addSubnet('169.254.0.0', 16, 'ipv4');
never.addAddress('100.100.100.200', 'ipv4');
never.addSubnet('0.0.0.0', 8, 'ipv4');
never.addSubnet('224.0.0.0', 3, 'ipv4');
never.addSubnet('fe80::', 10, 'ipv6');
never.addSubnet('ff00::', 8, 'ipv6');
never.addAddress('fd00:ec2::254', 'ipv6');
never.addAddress('::', 'ipv6');

/** This machine and the networks behind it, and the IPv6 forms in which any of the above can be written. */
const inside = new BlockList();
inside.addSubnet('127.0.0.0', 8, 'ipv4');
inside.addSubnet('10.0.0.0', 8, 'ipv4');
inside.addSubnet('100.64.0.0', 10, 'ipv4');
inside.addSubnet('172.16.0.0', 12, 'ipv4');
inside.addSubnet('192.0.0.0', 24, 'ipv4');
inside.addSubnet('192.168.0.0', 16, 'ipv4');
inside.addSubnet('198.18.0.0', 15, 'ipv4');
inside.addSubnet('::', 96, 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');
inside.addSubnet('64:ff9b::', 32, 'ipv6');
inside.addSubnet('2002::', 16, 'ipv6');

const listed = (list: BlockList, { address, family }: Address): boolean =>
  list.check(address, family === 6 ? 'ipv6' : 'ipv4');

/** The first address of a host that may be reached; inside ones only for whom `mayBeInside` says so. */
export async function addressOf(
  { hostname }: URL,
  mayBeInside: (host: { readonly name: string; readonly literal: boolean }) => boolean,
): Promise<Address | undefined> {
  const name = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(name);
  const literal = family !== 0;
  const found = literal ? [{ address: name, family }] : await lookup(name, { all: true });
  const open = mayBeInside({ name, literal });
  return found.find((each) => !listed(never, each) && (open || !listed(inside, each)));
}

/** Looks nothing up: the connection goes to the address that was judged, whatever the name says by now. */
export function pinned({ address, family }: Address): LookupFunction {
  return (_, __, done) => (done as (...args: unknown[]) => void)(null, [{ address, family }]);
}

/** `host` or `host:port`; `*.example.com` for what is below a name. */
export function isNamed({ host, hostname }: URL, hosts: readonly string[]): boolean {
  return hosts.some((entry) => {
    if (entry.startsWith('*.')) return hostname.endsWith(entry.slice(1));
    return entry === host || entry === hostname;
  });
}
