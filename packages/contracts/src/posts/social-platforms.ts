import { z } from 'zod'
import { type SocialPlatform as SocialPlatformName, socialNetworks } from '../networks/index.ts'

/** The platforms with accounts, which are connected and posted to through them. */
export const socialPlatforms = Object.keys(socialNetworks) as [
  SocialPlatformName,
  ...SocialPlatformName[],
]
export const SocialPlatform = z.enum(socialPlatforms)
export type SocialPlatform = z.infer<typeof SocialPlatform>
