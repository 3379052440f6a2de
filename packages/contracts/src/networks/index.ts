import { email } from './email.ts'
import { forumnet } from './forumnet.ts'
import type { PostNetwork } from './network.ts'
import { pagenet } from './pagenet.ts'
import { photonet } from './photonet.ts'
import { pronet } from './pronet.ts'
import { shortpost } from './shortpost.ts'
import { videonet } from './videonet.ts'

const networks = { pagenet, photonet, shortpost, pronet, videonet, forumnet }

/** A network with accounts that posts go to, by its neutral name. */
export type SocialPlatform = keyof typeof networks

/** Where a post can go to: a network, or mail addresses. */
export type Platform = SocialPlatform | 'email'

/** The networks with accounts; every list of them derives from this one. */
export const socialNetworks: Readonly<Record<SocialPlatform, PostNetwork>> = networks

/** Everything that a post can go to. */
export const postNetworks: Readonly<Record<Platform, PostNetwork>> = { ...networks, email }

/** The hosts of the providers that are connected and take no posts; a key of a model has a name instead of one. */
export const otherNetworks = {
  mailbox: 'mail.google.com',
  notebook: 'notion.so',
  model: 'language-model',
} as const
