import { type ConnectNetwork, platforms } from '@atrium/contracts'
import { apiOrigin } from '../platform/page-facts.ts'

/** The networks that are connected in their own dialog. */
export const dialogNetworks: readonly ConnectNetwork[] = [...platforms, 'mailbox']

/** The networks that take a pasted token. */
export const tokenNetworks: readonly ConnectNetwork[] = ['pagenet', 'notebook']

/** The address that leads to a network's dialog, with the right to comment, and back to the channels. */
export const connectAddress = (network: ConnectNetwork): string =>
  `${apiOrigin}/api/connect/${network}/start?${new URLSearchParams({ returnTo: '/channels', comments: 'true' })}`
