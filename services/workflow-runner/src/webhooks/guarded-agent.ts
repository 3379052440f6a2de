import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'
import type { PrivateAddresses } from '../config.ts'

/** Thrown for an address that is not the public internet's. */
export class PrivateAddressError extends Error {}

/** Whether an address belongs to the public internet; IPv4 inside IPv6 is judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
}

/** Whether webhooks may go to an address. */
export function mayReach(address: string, policy: PrivateAddresses): boolean {
  if (policy === 'allow' || isPublicAddress(address)) return true
  return policy === 'loopback' && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

// The connection is made to exactly the addresses that were judged, so that a second answer of DNS cannot
// lead elsewhere.
const guardedLookup =
  (policy: PrivateAddresses): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '')
      const refused = addresses.find(({ address }) => !mayReach(address, policy))
      const [first] = addresses
      if (refused !== undefined || first === undefined) {
        return callback(new PrivateAddressError(`${hostname} leads to a private address`), '')
      }
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

const timeoutMs = 10_000

/** The dispatcher of outbound webhooks: bounded in time, to private addresses only as the policy says. */
export const guardedAgent = (policy: PrivateAddresses): Agent =>
  new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 5_000,
    connect: { timeout: timeoutMs, lookup: guardedLookup(policy) },
  })

const localName = /(?:^|\.)localhost\.?$/i

/**
 * Refuses an address literal that is private where the policy does, and names that mean this machine wherever
 * they are resolved (RFC 6761, 6.3); other names are judged when they are resolved. Throws `PrivateAddressError`.
 */
export function requireReachableHost(url: URL, policy: PrivateAddresses): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const refused = isIP(host) === 0 ? policy === 'refuse' && localName.test(host) : !mayReach(host, policy)
  if (refused) throw new PrivateAddressError(`${host} is a private address`)
}
