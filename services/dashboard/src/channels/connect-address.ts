import type { ConnectNetwork } from '@atrium/contracts'
import { apiOrigin } from '../platform/page-facts.ts'

/** The address that leads to a network's dialog, with the right to comment, and back to the channels. */
export const connectAddress = (network: ConnectNetwork): string =>
  `${apiOrigin}/api/connect/${network}/start?${new URLSearchParams({ returnTo: '/channels', comments: 'true' })}`
