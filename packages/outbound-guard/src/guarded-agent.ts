import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { mayReach, type PrivateAddresses } from './addresses.ts'

/** Thrown if requests may not go to an address. */
export class PrivateAddressError extends Error {}

/** The system's resolver. Tests pass their own. */
export type Resolve = typeof resolve

// All resolved addresses are checked, and the connection goes to exactly those. A second DNS lookup
// cannot lead elsewhere.
export const guardedLookup =
  (policy: PrivateAddresses, resolver: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '')
      const refused = addresses.some(({ address }) => !mayReach(address, policy))
      const [first] = addresses
      if (refused || first === undefined) {
        return callback(new PrivateAddressError(`${hostname} leads to a private address`), '')
      }
      return options.all === true
        ? callback(null, addresses)
        : callback(null, first.address, first.family)
    })
  }

const localName = /(?:^|\.)localhost\.?$/i

/**
 * Throws `PrivateAddressError` if requests may not go to an address literal, or if a name means
 * this machine wherever it is resolved (RFC 6761, 6.3). Other names are checked when they are
 * resolved.
 */
export function requireReachable(hostname: string, policy: PrivateAddresses): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  const refused =
    isIP(host) === 0 ? policy === 'refuse' && localName.test(host) : !mayReach(host, policy)
  if (refused) throw new PrivateAddressError(`${host} is a private address`)
}

/** Calls `requireReachable` for a URL’s host. */
export const requireReachableHost = (url: URL, policy: PrivateAddresses): void =>
  requireReachable(url.hostname, policy)

/** The limit until a connection is made, and between two parts of a response. */
const connectMs = 10_000
const idleMs = 60_000

export interface AgentOptions {
  resolver?: Resolve
  /**
   * Ports of the platform's own services. On these ports only the public internet is reachable
   * under every policy.
   */
  ownPorts?: ReadonlySet<number>
}

/**
 * Returns the policy for a port. The port is text, as undici and URLs write it, and empty for the
 * default one.
 */
export const policyOfPort = (
  policy: PrivateAddresses,
  port: string,
  ownPorts: ReadonlySet<number> = new Set(),
): PrivateAddresses => (port !== '' && ownPorts.has(Number(port)) ? 'refuse' : policy)

/**
 * Returns a dispatcher that connects only to allowed addresses, even after a redirect or another
 * DNS result.
 */
export function guardedAgent(
  policy: PrivateAddresses,
  { resolver = resolve, ownPorts }: AgentOptions = {},
): Agent {
  const createConnector = (applied: PrivateAddresses) =>
    buildConnector({ timeout: connectMs, lookup: guardedLookup(applied, resolver) })
  const connect = createConnector(policy)
  const connectPublicly = createConnector('refuse')
  return new Agent({
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    keepAliveTimeout: 5_000,
    connect(options, callback) {
      const applied = policyOfPort(policy, options.port, ownPorts)
      try {
        requireReachable(options.hostname, applied)
      } catch (error) {
        // A socket also reports its own failures asynchronously.
        queueMicrotask(() => callback(error as Error, null))
        return
      }
      const open = applied === policy ? connect : connectPublicly
      open(options, callback)
    },
  })
}
