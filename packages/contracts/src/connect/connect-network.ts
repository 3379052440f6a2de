import { z } from 'zod'
import { otherNetworks } from '../networks/index.ts'
import { type Platform, platforms } from '../posts/platforms.ts'

/** The networks that can be connected: the posts' networks, the mailbox, the notebook, and keys of language models. */
export type ConnectNetwork = Platform | keyof typeof otherNetworks
export const connectNetworks = [...platforms, ...Object.keys(otherNetworks)] as [
  ConnectNetwork,
  ...ConnectNetwork[],
]
export const ConnectNetwork = z.enum(connectNetworks)
