import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'

/** Thrown for an address that is not the public internet's. */
export class PrivateAddressError extends Error {}

/** Whether an address belongs to the public internet; IPv4 inside IPv6 is judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
}

// The connection is made to exactly the addresses that were judged, so that a second answer of DNS cannot
// lead elsewhere.
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '')
    const refused = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (refused !== undefined || first === undefined) {
      return callback(new PrivateAddressError(`${hostname} leads to a private address`), '')
    }
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

const timeoutMs = 10_000

/** The dispatcher of outbound webhooks: bounded in time, never to a private address unless `allowPrivate`. */
export const guardedAgent = (allowPrivate: boolean): Agent =>
  new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 5_000,
    connect: { timeout: timeoutMs, ...(allowPrivate ? {} : { lookup: guardedLookup }) },
  })

/** Refuses an address literal that is private; names are judged when they are resolved. */
export function requirePublicHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new PrivateAddressError(`${host} is a private address`)
}
