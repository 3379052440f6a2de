import { type ConnectNetwork, networkHost, platforms } from '@atrium/contracts'
import { apiOrigin } from '../platform/page-facts.ts'

const others: Partial<Record<ConnectNetwork, string>> = { mailbox: 'Mailbox', notebook: 'Notebook' }

/** A network in plain words: the place that people know it by. */
export const networkLabel = (network: ConnectNetwork): string => others[network] ?? networkHost(network)

/** The networks that are connected in their own dialog. */
export const dialogNetworks: readonly ConnectNetwork[] = [...platforms, 'mailbox']

/** The networks that take a pasted token. */
export const tokenNetworks: readonly ConnectNetwork[] = ['pagenet', 'notebook']

/** The address that leads to a network's dialog and back to the channels. */
export const connectAddress = (network: ConnectNetwork): string =>
  `${apiOrigin}/api/connect/${network}/start?${new URLSearchParams({ returnTo: '/channels' })}`
