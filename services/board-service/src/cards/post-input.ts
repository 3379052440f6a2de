import {
  type CardPatch,
  type Destination,
  invalidField,
  type Platform,
  type PostContent,
  type PostInput,
  platformOfHost,
  platformRules,
} from '@atrium/contracts'
import type { CardRow, PostRow } from '../database.ts'
import { mediaKey, mediaUrl } from './media.ts'

type PostColumns = Omit<PostRow, 'task_id' | 'org_id'>

const mediaKeys = (addresses: readonly string[]): string[] =>
  addresses.map((address, index) => {
    const key = mediaKey(address)
    if (key === undefined)
      throw invalidField(`post.media.${index}`, 'Choose a file from your library')
    return key
  })

function requireScheme(scheme: string): 'automated' | 'manual' {
  if (scheme === 'automated' || scheme === 'manual') return scheme
  throw invalidField('destination.scheme', 'Choose whether Atrium publishes the post or you do')
}

/** True if a post goes to mail addresses instead of an account. */
export const isMail = (platform: Platform): boolean =>
  platformRules[platform].recipients !== undefined

/**
 * Determines a post's destination: the network from `platform` or the host, the arm from the scheme
 * or the channel.
 */
function toDestination(
  platform: Platform | undefined,
  channelId: string | null,
  destination: { scheme?: string | undefined; host?: string | undefined },
): { platform: Platform; scheme: 'automated' | 'manual'; host: string } {
  const network =
    platform ?? (destination.host === undefined ? undefined : platformOfHost(destination.host))
  if (network === undefined) throw invalidField('post.platform', 'Choose a network')
  if (isMail(network) && destination.scheme === 'manual') {
    throw invalidField(
      'destination.scheme',
      'Atrium sends posts by mail itself. Choose another network to post it yourself.',
    )
  }
  const scheme =
    destination.scheme === undefined
      ? channelId === null && !isMail(network)
        ? 'manual'
        : 'automated'
      : requireScheme(destination.scheme)
  const hostNetwork = destination.host === undefined ? network : platformOfHost(destination.host)
  if (hostNetwork !== undefined && hostNetwork !== network) {
    throw invalidField('destination.host', `This is not a web address of ${network}`)
  }
  if (scheme === 'manual' && channelId !== null) {
    throw invalidField('post.channelId', 'A post that you publish yourself has no account')
  }
  return { platform: network, scheme, host: platformRules[network].host }
}

const blank: Omit<PostColumns, 'platform'> = {
  channel_id: null,
  account_name: null,
  started_for: null,
  started_run: null,
  link: null,
  link_handling: 'keep',
  media: [],
  first_comment: null,
  thread: [],
  parts_published: 0,
  alt_texts: null,
  to: [],
  external_id: null,
  external_url: null,
  failure: null,
  posted_at: null,
  posted_by: null,
  clicks: null,
  publisher: null,
  actor_id: null,
  claim_token: null,
  claim_deadline: null,
  look_at: null,
  looks: 0,
}

/** Returns a new card's post columns. Throws `validation_failed` (400). */
export const newPost = (input: PostInput, destination: Destination | undefined) =>
  mergedPost({ destination_scheme: null }, blank, { post: input, destination })

/** Merges a patch into a post and its destination. Throws `validation_failed` (400). */
export function mergedPost<P extends Omit<PostColumns, 'platform'> & { platform?: Platform }>(
  card: Pick<CardRow, 'destination_scheme'>,
  post: P,
  patch: Pick<CardPatch, 'post' | 'destination'>,
): { post: P & { platform: Platform }; destination: { scheme: string; host: string } } {
  if (patch.destination === null)
    throw invalidField('destination', 'Choose where the post is published')
  const input = patch.post ?? {}
  const channelId = input.channelId === undefined ? post.channel_id : input.channelId
  // If only the host is given, the network follows the host. If only the platform is given, the
  // host follows the platform.
  const hostGiven = patch.destination?.host
  const platform = input.platform ?? (hostGiven === undefined ? post.platform : undefined)
  const network = platform ?? platformOfHost(hostGiven ?? '')
  const toMail = network !== undefined && isMail(network)
  const stored = toMail ? undefined : card.destination_scheme
  const scheme = patch.destination?.scheme ?? stored ?? undefined
  const kept = (scheme === 'manual' || toMail) && input.channelId === undefined ? null : channelId
  const target = toDestination(platform, kept, { scheme, host: hostGiven })
  const account = target.scheme === 'manual' ? null : kept
  requireMailParts(target.platform, { media: post.media, ...input })
  return {
    destination: { scheme: target.scheme, host: target.host },
    post: {
      ...post,
      platform: target.platform,
      channel_id: account,
      account_name: account === post.channel_id ? post.account_name : null,
      link: input.link === undefined ? post.link : input.link,
      link_handling: input.linkHandling ?? post.link_handling,
      media: input.media === undefined ? post.media : mediaKeys(input.media),
      first_comment: input.firstComment === undefined ? post.first_comment : input.firstComment,
      thread: input.thread ?? post.thread,
      to: isMail(target.platform) ? (input.to ?? post.to) : [],
    },
  }
}

/** Throws if a mail post has an account or files, or if any other post has recipients. */
function requireMailParts(
  platform: Platform,
  {
    channelId,
    media,
    to,
  }: {
    channelId?: string | null | undefined
    media?: readonly string[] | undefined
    to?: readonly string[] | undefined
  },
): void {
  if (!isMail(platform)) {
    if (to !== undefined && to.length > 0)
      throw invalidField('post.to', 'Only posts by mail have recipients')
    return
  }
  if (channelId != null) throw invalidField('post.channelId', 'Posts by mail have no account')
  if (media !== undefined && media.length > 0)
    throw invalidField('post.media', 'Posts by mail have no pictures or videos')
}

/** Returns a stored post for its destination's rules. The rules ignore a media address's origin. */
export const postContent = (card: CardRow, post: PostRow, apiUrl = '') =>
  ({
    platform: post.platform,
    title: card.title,
    body: card.body,
    link: post.link,
    linkHandling: post.link_handling,
    media: post.media.map((medium) => mediaUrl(apiUrl, medium)),
    firstComment: post.first_comment,
    thread: post.thread,
    to: post.to,
    fields: card.fields,
  }) satisfies PostContent
