import type { HonoRequest } from 'hono'
import ipaddr from 'ipaddr.js'

const ipv6Subnet = 64

/**
 * The network that a request comes from, as the gateway states it: an IPv4 address, or the /64 of an IPv6 address, which
 * one client has to itself. Undefined for a request that the gateway has not forwarded.
 */
export function clientNetwork(request: HonoRequest): string | undefined {
  const stated = request.header('x-forwarded-for')?.trim()
  if (stated === undefined || !ipaddr.isValid(stated)) return undefined
  const address = ipaddr.process(stated)
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${ipv6Subnet}`).toString()
}
