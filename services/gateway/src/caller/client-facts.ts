import type { IncomingMessage } from 'node:http'
import { readHeader } from '@atrium/http'
import ipaddr from 'ipaddr.js'

export interface ClientFacts {
  /**
   * The client's IP address. An IPv4 address has dots, even if it came over a dual-stack socket.
   */
  readonly address: string
  readonly protocol: 'http' | 'https'
  /** The requested authority. Undefined if it is missing or malformed. */
  readonly host: string | undefined
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = readonly [Address, number]

export type ReadClientFacts = (request: IncomingMessage) => ClientFacts

/**
 * Reads `X-Forwarded-*` only from trusted proxies. The client's address is the rightmost one
 * outside the trusted proxies.
 */
export function createClientFacts(trusted: readonly string[]): ReadClientFacts {
  const ranges = trusted.map(parseRange)
  const isTrusted = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return ranges.some(
      ([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits),
    )
  }
  return (request) => {
    const peer = plainAddress(request.socket.remoteAddress)
    if (!isTrusted(peer))
      return { address: peer, protocol: 'http', host: toHost(request.headers.host) }
    return {
      address: nearestStranger(peer, readHeader(request, 'x-forwarded-for'), isTrusted),
      protocol: findLast(readHeader(request, 'x-forwarded-proto')) === 'https' ? 'https' : 'http',
      host: toHost(findLast(readHeader(request, 'x-forwarded-host')) ?? request.headers.host),
    }
  }
}

// Each proxy appends its client's address. So the entries to the left of an untrusted address are
// unreliable.
function nearestStranger(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = peer
  for (const hop of (forwardedFor ?? '').split(',').reverse()) {
    const candidate = withoutPort(hop.trim())
    if (!ipaddr.isValid(candidate)) break
    address = plainAddress(candidate)
    if (!isTrusted(address)) break
  }
  return address
}

function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)
  if (bracketed?.[1] !== undefined) return bracketed[1]
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(':')) : hop
}

const findLast = (list: string | undefined): string | undefined => list?.split(',').at(-1)?.trim()

function parseRange(network: string): Range {
  if (network.includes('/')) return ipaddr.parseCIDR(network)
  const address = ipaddr.process(network)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function plainAddress(address: string | undefined): string {
  if (address === undefined) return '0.0.0.0'
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

const hostForm = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i
const toHost = (host: string | undefined): string | undefined =>
  host !== undefined && host.length <= 255 && hostForm.test(host) ? host.toLowerCase() : undefined

/** Returns a network's counter key: the IPv4 address, or an IPv6 client's /64. */
export function toNetwork(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
