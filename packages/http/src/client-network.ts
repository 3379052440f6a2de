import type { HonoRequest } from 'hono'
import ipaddr from 'ipaddr.js'

const ipv6Subnet = 64

/**
 * Returns the client's network as the gateway reports it: an IPv4 address, or the /64 of an IPv6
 * address, because one client has a whole /64. Undefined if the gateway did not forward the
 * request.
 */
export function clientNetwork(request: HonoRequest): string | undefined {
  const stated = request.header('x-forwarded-for')?.trim()
  if (stated === undefined || !ipaddr.isValid(stated)) return undefined
  const address = ipaddr.process(stated)
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${ipv6Subnet}`).toString()
}
