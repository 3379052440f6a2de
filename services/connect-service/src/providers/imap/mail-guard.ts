import { isIP } from 'node:net'
import { maxMailBytes } from '@atrium/contracts'
import {
  mayReach,
  type PrivateAddresses,
  type ReachableAddress,
  resolveReachable,
} from '@atrium/outbound-guard'

export interface MailGuard {
  policy: PrivateAddresses
  ownPorts: ReadonlySet<number>
  /** Milliseconds until a server must have accepted the connection and sent its greeting. */
  connectMs: number
  /** Milliseconds for one operation as a whole. */
  operationMs: number
  /** Counts an operation at a mail server. */
  count(server: 'imap' | 'smtp', outcome: string): void
}

/** How much longer than other operations the largest message may take. */
const mostExtraTime = 0.8

/** Returns the guard with the time allowed for a message of this size. */
export const allowTime = <G extends Pick<MailGuard, 'operationMs'>>(
  guard: G,
  bytes: number,
): G => ({
  ...guard,
  operationMs: guard.operationMs * (1 + (mostExtraTime * bytes) / maxMailBytes),
})

export interface MailRoute extends ReachableAddress {
  /** TLS from the first byte (RFC 8314). Other ports begin in plain text and use STARTTLS. */
  secure: boolean
  /** True if STARTTLS is optional, because the server is on this machine. */
  plainAllowed: boolean
}

const tlsPorts: ReadonlySet<number> = new Set([465, 993])

const plainHost = (host: string): string => host.replace(/^\[|\]$/g, '')

/**
 * Resolves a server's name once. Connect to the returned address only. Throws `PrivateAddressError`
 * or the resolver's error.
 */
export async function findMailRoute(
  { policy, ownPorts }: MailGuard,
  { host, port }: { host: string; port: number },
): Promise<MailRoute> {
  const found = await resolveReachable({ host: plainHost(host), port }, policy, { ownPorts })
  const isLoopback = !mayReach(found.address, 'refuse') && mayReach(found.address, 'loopback')
  return { ...found, secure: tlsPorts.has(port), plainAllowed: isLoopback }
}

/**
 * Returns the TLS options. The certificate must be valid for the name that the user gave, because
 * the connection goes to an address.
 */
export function toTlsOptions({ plainAllowed, secure }: MailRoute, host: string) {
  const name = plainHost(host)
  return {
    ...(isIP(name) === 0 ? { servername: name } : {}),
    // Where plain text would do, an unknown certificate does no harm.
    rejectUnauthorized: secure || !plainAllowed,
  }
}
