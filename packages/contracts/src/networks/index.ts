import { email } from './email.ts'
import { forumnet, forumnetComposer } from './forumnet.ts'
import type { ComposerSpec, PlatformRules } from './network.ts'
import { pagenet, pagenetComposer } from './pagenet.ts'
import { photonet } from './photonet.ts'
import { pronet, pronetComposer } from './pronet.ts'
import { shortpost, shortpostComposer } from './shortpost.ts'
import { videonet } from './videonet.ts'

/** Rules for networks with accounts. All lists of these networks derive from this one. */
export const socialNetworks = { pagenet, photonet, shortpost, pronet, videonet, forumnet }

/** A network with accounts for posts, by its neutral name. */
export type SocialPlatform = keyof typeof socialNetworks

/** Where a post can go: a network, or mail addresses. */
export type Platform = SocialPlatform | 'email'

/** Rules for every post destination (docs/reference/posts.md). */
export const platformRules: Readonly<Record<Platform, PlatformRules>> = { ...socialNetworks, email }

/** The web composers. A network is absent if it has none. */
export const composers: Readonly<Partial<Record<Platform, ComposerSpec>>> = {
  pagenet: pagenetComposer,
  shortpost: shortpostComposer,
  pronet: pronetComposer,
  forumnet: forumnetComposer,
}

/**
 * The hosts of connected providers without posts. A model key and a mailbox by IMAP have a name
 * instead, because they can be at any host.
 */
export const otherNetworks = {
  mailbox: 'mail.google.com',
  imap: 'imap',
  notebook: 'notion.so',
  model: 'language-model',
} as const
