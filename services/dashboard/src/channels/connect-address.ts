import type { ConnectNetwork } from '@atrium/contracts'
import { apiOrigin } from '../platform/page-facts.ts'

/**
 * Returns the address of a network's consent dialog. The address asks for the right to comment, and
 * returns to the channels page. If `shared` is true, the account is shared with the organisation.
 */
export const connectAddress = (network: ConnectNetwork, shared = false): string =>
  `${apiOrigin}/api/connect/${network}/start?${new URLSearchParams({
    returnTo: '/channels',
    comments: 'true',
    ...(shared ? { share: 'true' } : {}),
  })}`
