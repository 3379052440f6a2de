import { z } from 'zod'
import { type Platform as PlatformName, platformRules } from '../networks/index.ts'

export { platformRules } from '../networks/index.ts'
export {
  convertedPictures,
  type PictureRules,
  type PlatformRules,
  type TextCount,
} from '../networks/network.ts'

export const platforms = Object.keys(platformRules) as [PlatformName, ...PlatformName[]]
export const Platform = z.enum(platforms)
export type Platform = z.infer<typeof Platform>

export const LinkHandling = z.enum(['keep', 'omit', 'reply'])
/** `keep` attaches or appends the link, `omit` removes it, and `reply` puts it into a comment. */
export type LinkHandling = z.infer<typeof LinkHandling>

/** Returns the network for a host or a neutral name. Ignores `www.` and letter case. */
export function platformOfHost(host: string): Platform | undefined {
  const name = host.toLowerCase().replace(/^www\./, '')
  return platforms.find(
    (platform) =>
      platform === name ||
      platformRules[platform].host === name ||
      platformRules[platform].aliases.includes(name),
  )
}
