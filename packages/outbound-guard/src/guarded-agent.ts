import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { mayReach, type PrivateAddresses } from './addresses.ts'

/** Thrown for an address where requests may not go. */
export class PrivateAddressError extends Error {}

/** The system's resolver; tests give their own. */
export type Resolve = typeof resolve

// All answers are judged, and the connection is made to exactly those, so that a second answer of DNS cannot lead
// elsewhere.
const guardedLookup =
  (policy: PrivateAddresses, resolver: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '')
      const refused = addresses.some(({ address }) => !mayReach(address, policy))
      const [first] = addresses
      if (refused || first === undefined) {
        return callback(new PrivateAddressError(`${hostname} leads to a private address`), '')
      }
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

const localName = /(?:^|\.)localhost\.?$/i

function requireReachable(hostname: string, policy: PrivateAddresses): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  const refused = isIP(host) === 0 ? policy === 'refuse' && localName.test(host) : !mayReach(host, policy)
  if (refused) throw new PrivateAddressError(`${host} is a private address`)
}

/**
 * Refuses an address literal where requests may not go, and names that mean this machine wherever they are resolved
 * (RFC 6761, 6.3); other names are judged when they are resolved. Throws `PrivateAddressError`.
 */
export const requireReachableHost = (url: URL, policy: PrivateAddresses): void =>
  requireReachable(url.hostname, policy)

/** Until a connection is made, and between two parts of an answer. */
const connectMs = 10_000
const idleMs = 60_000

export interface AgentOptions {
  resolver?: Resolve
  /** Ports of the platform's own services: on them only the public internet is reached, whatever the policy is. */
  ownPorts?: ReadonlySet<number>
}

/** The policy for a port, which is a text as undici and URLs write it; empty for the usual one. */
export const policyOfPort = (
  policy: PrivateAddresses,
  port: string,
  ownPorts: ReadonlySet<number> = new Set(),
): PrivateAddresses => (port !== '' && ownPorts.has(Number(port)) ? 'refuse' : policy)

/** A dispatcher that connects only where the policy lets it, whatever a redirect or a resolver says. */
export function guardedAgent(
  policy: PrivateAddresses,
  { resolver = resolve, ownPorts }: AgentOptions = {},
): Agent {
  const connectorOf = (applied: PrivateAddresses) =>
    buildConnector({ timeout: connectMs, lookup: guardedLookup(applied, resolver) })
  const connect = connectorOf(policy)
  const connectPublicly = connectorOf('refuse')
  return new Agent({
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    keepAliveTimeout: 5_000,
    connect(options, callback) {
      const applied = policyOfPort(policy, options.port, ownPorts)
      try {
        requireReachable(options.hostname, applied)
      } catch (error) {
        // A socket's own failures come later, too.
        queueMicrotask(() => callback(error as Error, null))
        return
      }
      const open = applied === policy ? connect : connectPublicly
      open(options, callback)
    },
  })
}
