export { mayReach, type PrivateAddresses } from './addresses.ts'
export { PrivateAddressError, requireReachableHost } from './guarded-agent.ts'
export {
  createGuardedFetch,
  type GuardedAnswer,
  type GuardedFetch,
  type GuardedRequest,
} from './guarded-fetch.ts'
export { type OutboundCode, OutboundError } from './outbound-error.ts'
export { type ReachableAddress, resolveReachable } from './resolve-reachable.ts'
