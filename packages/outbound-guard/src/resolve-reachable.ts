import { lookup as resolve } from 'node:dns'
import type { PrivateAddresses } from './addresses.ts'
import {
  type AgentOptions,
  guardedLookup,
  policyOfPort,
  requireReachable,
} from './guarded-agent.ts'

export interface ReachableAddress {
  /** The address to connect to. The name must not be resolved again. */
  address: string
  family: number
}

/**
 * Resolves a host name once and checks every address it leads to, for protocols other than HTTP.
 * Connect to the returned address, so a later DNS result cannot lead elsewhere. Throws
 * `PrivateAddressError` if the policy refuses one of the addresses, or the resolver's own error.
 */
export async function resolveReachable(
  { host, port }: { host: string; port: number },
  policy: PrivateAddresses,
  { resolver = resolve, ownPorts }: AgentOptions = {},
): Promise<ReachableAddress> {
  const applied = policyOfPort(policy, String(port), ownPorts)
  requireReachable(host, applied)
  return new Promise((resolved, reject) => {
    guardedLookup(applied, resolver)(host, {}, (error, address, family) => {
      if (error !== null) reject(error)
      else if (typeof address === 'string') resolved({ address, family: family ?? 4 })
      else reject(new Error('The resolver returned a list'))
    })
  })
}
