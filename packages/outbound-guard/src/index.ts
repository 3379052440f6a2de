export { isPublicAddress, mayReach, type PrivateAddresses } from './addresses.ts'
export { guardedAgent, PrivateAddressError, requireReachableHost } from './guarded-agent.ts'
