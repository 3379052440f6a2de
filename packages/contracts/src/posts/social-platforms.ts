import { z } from 'zod'
import { type SocialPlatform as SocialPlatformName, socialNetworks } from '../networks/index.ts'

/** Platforms with accounts to connect and post to. */
export const socialPlatforms = Object.keys(socialNetworks) as [
  SocialPlatformName,
  ...SocialPlatformName[],
]
export const SocialPlatform = z.enum(socialPlatforms)
export type SocialPlatform = z.infer<typeof SocialPlatform>
