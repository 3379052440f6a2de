import type { ConnectNetwork, Platform } from '@atrium/contracts'
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
  IconInbox,
  IconMail,
  IconSparkles,
} from '@tabler/icons-react'

export type Network = ConnectNetwork | Platform

const nameAndIcon: Readonly<Record<Network, readonly [name: string, icon: Icon]>> = {
  pagenet: ['Facebook Pages', IconBrandFacebook],
  photonet: ['Instagram', IconBrandInstagram],
  shortpost: ['X', IconBrandX],
  pronet: ['LinkedIn', IconBrandLinkedin],
  videonet: ['YouTube', IconBrandYoutube],
  forumnet: ['Reddit', IconBrandReddit],
  email: ['Email', IconMail],
  mailbox: ['Google mailbox', IconBrandGmail],
  imap: ['Mailbox by IMAP', IconInbox],
  notebook: ['Notion', IconBrandNotion],
  model: ['AI account', IconSparkles],
}

export const networkName = (network: Network): string => nameAndIcon[network][0]

/** Returns the name of a network in a stored text, or the text if it names none. */
export const storedNetworkName = (text: string): string =>
  new Map(Object.entries(nameAndIcon)).get(text)?.[0] ?? text

/** A network's logo. The network's name is shown next to it. */
export function NetworkIcon({ network, size = 20 }: { network: Network; size?: number }) {
  const Mark = nameAndIcon[network][1]
  return <Mark size={size} stroke={1.5} aria-hidden />
}
