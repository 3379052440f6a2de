import { z } from 'zod'

/** The networks that a post can go to, by their neutral names. */
export const platforms = ['pagenet', 'photonet', 'shortpost', 'pronet', 'videonet', 'forumnet'] as const
export const Platform = z.enum(platforms)
export type Platform = z.infer<typeof Platform>

export const linkHandlings = ['keep', 'omit', 'reply'] as const
export const LinkHandling = z.enum(linkHandlings)
/** `keep` attaches or appends the link, `omit` strips it, `reply` drops it in a comment. */
export type LinkHandling = z.infer<typeof LinkHandling>

export interface PlatformRules {
  /** The network's host, as in `destination.host` and `social://<page>@<host>`. */
  readonly host: string
  /** Other hosts that mean the same network. */
  readonly aliases: readonly string[]
  readonly body: {
    readonly max: number
    readonly count: 'characters' | 'weighted'
    readonly required: boolean
  }
  /** Null where a post has no title of its own. */
  readonly title: { readonly max: number; readonly required: boolean } | null
  readonly media: {
    readonly min: number
    readonly max: number
    readonly kinds: readonly ('image' | 'video')[]
    /** An entry of the card's `fields` that stands for the media: what the network has already. */
    readonly uploadedAs?: string
    /** Whether a post may mix images and videos. */
    readonly mixed: boolean
  }
  /** Where a kept link goes: a preview card beside the text, into the text, or nowhere at all. */
  readonly keptLink: 'preview' | 'in_text' | 'none'
  /** The cap of one comment or reply in characters; it is counted as the body is. */
  readonly comment: { readonly max: number }
  /** Entries of the card's `fields` without which the network takes no post. */
  readonly requiredFields: readonly string[]
}

/**
 * What each network takes. The editor, the approval rules, `update_task` and the publisher read this table and
 * no other. Figures: the networks' documentation, as gathered in the design page on providers.
 */
export const platformRules: Readonly<Record<Platform, PlatformRules>> = {
  pagenet: {
    host: 'facebook.com',
    aliases: ['fb.com', 'm.facebook.com'],
    body: { max: 63_206, count: 'characters', required: false },
    title: null,
    media: { min: 0, max: 10, kinds: ['image', 'video'], mixed: false },
    keptLink: 'preview',
    comment: { max: 8_000 },
    requiredFields: [],
  },
  photonet: {
    host: 'instagram.com',
    aliases: [],
    body: { max: 2_200, count: 'characters', required: false },
    title: null,
    media: { min: 1, max: 10, kinds: ['image', 'video'], mixed: true },
    keptLink: 'in_text',
    comment: { max: 2_200 },
    requiredFields: [],
  },
  shortpost: {
    host: 'x.com',
    aliases: ['twitter.com', 'mobile.x.com'],
    body: { max: 280, count: 'weighted', required: false },
    title: null,
    media: { min: 0, max: 4, kinds: ['image', 'video'], mixed: true },
    keptLink: 'in_text',
    comment: { max: 280 },
    requiredFields: [],
  },
  pronet: {
    host: 'linkedin.com',
    aliases: ['lnkd.in'],
    body: { max: 3_000, count: 'characters', required: true },
    title: null,
    media: { min: 0, max: 20, kinds: ['image', 'video'], mixed: false },
    keptLink: 'preview',
    comment: { max: 1_250 },
    requiredFields: [],
  },
  videonet: {
    host: 'youtube.com',
    aliases: ['youtu.be', 'm.youtube.com'],
    body: { max: 5_000, count: 'characters', required: false },
    title: { max: 100, required: true },
    media: { min: 1, max: 1, kinds: ['video'], mixed: false, uploadedAs: 'videoId' },
    keptLink: 'in_text',
    comment: { max: 10_000 },
    requiredFields: [],
  },
  forumnet: {
    host: 'reddit.com',
    aliases: ['old.reddit.com', 'redd.it'],
    body: { max: 40_000, count: 'characters', required: false },
    title: { max: 300, required: true },
    media: { min: 0, max: 1, kinds: ['image', 'video'], mixed: false },
    keptLink: 'preview',
    comment: { max: 10_000 },
    requiredFields: ['subreddit'],
  },
}

/** The network behind a host (`www.` and letter case do not matter) or behind its own neutral name. */
export function platformOfHost(host: string): Platform | undefined {
  const name = host.toLowerCase().replace(/^www\./, '')
  return platforms.find(
    (platform) =>
      platform === name ||
      platformRules[platform].host === name ||
      platformRules[platform].aliases.includes(name),
  )
}
