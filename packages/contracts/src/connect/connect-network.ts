import { z } from 'zod'
import { otherNetworks } from '../networks/index.ts'
import { type SocialPlatform, socialPlatforms } from '../posts/social-platforms.ts'

/** The networks that can be connected: the posts' networks, the mailbox, the notebook, and keys of language models. */
export type ConnectNetwork = SocialPlatform | keyof typeof otherNetworks
export const connectNetworks = [...socialPlatforms, ...Object.keys(otherNetworks)] as [
  ConnectNetwork,
  ...ConnectNetwork[],
]
export const ConnectNetwork = z.enum(connectNetworks)
