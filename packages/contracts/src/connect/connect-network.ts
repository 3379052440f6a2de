import { z } from 'zod'
import { otherNetworks } from '../networks/index.ts'
import { type SocialPlatform, socialPlatforms } from '../posts/social-platforms.ts'

/** Networks with accounts to connect: post networks, mailbox, notebook and language model keys. */
export type ConnectNetwork = SocialPlatform | keyof typeof otherNetworks
export const connectNetworks = [...socialPlatforms, ...Object.keys(otherNetworks)] as [
  ConnectNetwork,
  ...ConnectNetwork[],
]
export const ConnectNetwork = z.enum(connectNetworks)
