import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which private addresses requests may reach: all, only this machine, or none. */
export type PrivateAddresses = 'allow' | 'loopback' | 'refuse'

// Cloud machines get their credentials at these addresses. Not all of them are in a private range.
const metadata = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2:0:0:0:0:0:254',
  'fd00:ec2:0:0:0:0:0:23',
  'fd20:ce:0:0:0:0:0:254',
])

type Address = ipaddr.IPv4 | ipaddr.IPv6

// The library treats `::1.2.3.4` as a mapped address, which is wrong. An interface (`fe80::1%eth0`)
// is not part of the address.
function inHex(text: string): string {
  const plain = text.replace(/%.*/s, '')
  return isIP(plain) === 6 ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain
}

/**
 * Returns a packet's final address. IPv4 mapped into IPv6 (RFC 4291, 2.5.5.2) or reached through
 * NAT64 (RFC 6052, the well-known prefix) is judged as IPv4. Returns undefined if the text is not
 * an address.
 */
function destination(text: string): Address | undefined {
  if (isIP(text) === 0) return undefined
  const address = ipaddr.process(inHex(text))
  if (address instanceof ipaddr.IPv6 && address.range() === 'rfc6052') {
    return ipaddr.fromByteArray(address.toByteArray().slice(12)) as ipaddr.IPv4
  }
  return address
}

// In IPv6 only 2000::/3 is assigned (IANA). Everything else is local, reserved, or IPv4 in another
// form.
const global6 = ipaddr.IPv6.parseCIDR('2000::/3')

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(global6))

const isMetadata = (address: Address): boolean => metadata.has(address.toNormalizedString())

/** True if requests may go to an address. Metadata services are refused under every policy. */
export function mayReach(text: string, policy: PrivateAddresses): boolean {
  const address = destination(text)
  if (address === undefined || isMetadata(address)) return false
  if (policy === 'allow' || isPublic(address)) return true
  return policy === 'loopback' && address.range() === 'loopback'
}
