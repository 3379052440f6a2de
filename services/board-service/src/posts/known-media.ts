import { parseAssetKey } from '@atrium/asset-key'
import {
  type CardPatch,
  isSizeChecked,
  type KnownMedia,
  type MediaFacts,
  maxMediaFacts,
  type Platform,
  platformOfHost,
  ReadMediaFacts,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { StoredCard } from '../cards/card-view.ts'
import { mediaKey, mediaUrl } from '../cards/media.ts'
import type { Ctx, Deps } from '../deps.ts'
import { findApprovableMedia } from './posts.db.ts'

/**
 * Maximum time for file store requests per call, in milliseconds. Files without a response by then
 * are not checked.
 */
const longestMs = 8_000

type Patch = Pick<CardPatch, 'status' | 'post' | 'destination'>

/** File sizes for posts that are approved. */
export interface MediaLookup {
  /**
   * Returns the file facts of a post after a change. Empty if the change does not approve the post.
   */
  readAfter(stored: StoredCard, patch: Patch): Promise<KnownMedia>
}

/**
 * Asks the file store about the files of these posts before their rows are locked, and about other
 * files when they are needed. If the file store is unavailable, posts are approved unchecked,
 * because the network checks the files too.
 */
export async function lookUpMedia(
  deps: Deps,
  ctx: Ctx,
  taskIds: readonly string[],
  patch: Patch,
): Promise<MediaLookup> {
  const { orgId } = ctx.principal
  const known = new Map<string, MediaFacts | undefined>()
  const startedAt = performance.now()
  const ask = async (media: readonly string[], platform: Platform) => {
    const unknown = [...new Set(media)].filter(
      (key) => isSizeChecked(platform, key) && !known.has(key),
    )
    for (let at = 0; at < unknown.length; at += maxMediaFacts) {
      const keys = unknown.slice(at, at + maxMediaFacts)
      for (const key of keys) known.set(key, undefined)
      const left = longestMs - (performance.now() - startedAt)
      if (left <= 0) continue
      const timeoutMs = Math.min(left, ReadMediaFacts.timeoutMs)
      const facts = await readFacts(deps, orgId, keys, timeoutMs)
      for (const [key, one] of Object.entries(facts)) known.set(key, one)
    }
  }
  const stored = await findApprovableMedia(
    ctx.tx ?? deps.db,
    orgId,
    taskIds,
    patch.status === 'reviewed',
  )
  for (const { media, platform } of stored) {
    await ask(mediaAfter(media, patch), platformAfter(platform, patch))
  }
  return {
    async readAfter({ card, post }, change) {
      if (post === undefined || (change.status ?? card.status) !== 'reviewed') return new Map()
      const media = mediaAfter(post.media, change)
      await ask(media, platformAfter(post.platform, change))
      return new Map(
        media.flatMap((key) => {
          const facts = known.get(key)
          return facts === undefined ? [] : [[mediaUrl('', key), facts] as const]
        }),
      )
    },
  }
}

/**
 * Returns the keys of a post's files after a change. Addresses outside the platform are skipped
 * here and rejected later.
 */
const mediaAfter = (media: readonly string[], { post }: Patch): string[] =>
  (post?.media ?? media).flatMap((medium) => parseAssetKey(medium)?.key ?? mediaKey(medium) ?? [])

function platformAfter(platform: Platform, { post, destination }: Patch): Platform {
  const host = destination?.host
  return post?.platform ?? (host === undefined ? undefined : platformOfHost(host)) ?? platform
}

async function readFacts(
  { bus, logger }: Deps,
  orgId: string,
  keys: string[],
  timeoutMs: number,
): Promise<Readonly<Record<string, MediaFacts>>> {
  try {
    return (await callRpc(bus, ReadMediaFacts, { orgId, keys }, { timeoutMs })).facts
  } catch (error) {
    logger.warn(
      { err: error, org: orgId, files: keys.length },
      'no answer about files, they are not checked',
    )
    return {}
  }
}
