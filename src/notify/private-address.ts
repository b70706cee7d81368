/** Whether an IP address belongs to this machine or to a private network. */
import { BlockList, isIPv4 } from 'node:net';

const V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const V6 = ['::/128', '::1/128', 'fc00::/7', 'fe80::/10', 'ff00::/8', '64:ff9b::/96'];

const PRIVATE = new BlockList();
for (const range of V4) add(range, 'ipv4');
for (const range of V6) add(range, 'ipv6');

function add(range: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = range.split('/');
  PRIVATE.addSubnet(address, Number(bits), family);
}

export function isPrivateAddress(address: string): boolean {
  // The list also matches IPv4-mapped IPv6 addresses, in either spelling.
  return PRIVATE.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
