import type { ConnectNetwork } from '@atrium/contracts'
import {
  type Icon,
  IconBrandFacebook,
  IconBrandGmail,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandNotion,
  IconBrandReddit,
  IconBrandX,
  IconBrandYoutube,
  IconSparkles,
} from '@tabler/icons-react'

const known: Readonly<Record<ConnectNetwork, readonly [name: string, icon: Icon]>> = {
  pagenet: ['Facebook Pages', IconBrandFacebook],
  photonet: ['Instagram', IconBrandInstagram],
  shortpost: ['X', IconBrandX],
  pronet: ['LinkedIn', IconBrandLinkedin],
  videonet: ['YouTube', IconBrandYoutube],
  forumnet: ['Reddit', IconBrandReddit],
  mailbox: ['Google mailbox', IconBrandGmail],
  notebook: ['Notion', IconBrandNotion],
  model: ['Language model', IconSparkles],
}

/** The name that people know a network by. */
export const networkName = (network: ConnectNetwork): string => known[network][0]

/** The mark of a network; its name stands beside it. */
export function NetworkIcon({ network, size = 20 }: { network: ConnectNetwork; size?: number }) {
  const Mark = known[network][1]
  return <Mark size={size} stroke={1.5} aria-hidden />
}
