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

/** File sizes for approved posts. */
export interface MediaLookup {
  /** Returns a post's file facts after a change. Empty if the change does not approve the post. */
  readAfter(stored: StoredCard, patch: Patch): Promise<KnownMedia>
}

/**
 * Asks the file store about these posts' files before their rows are locked, and about other files
 * when they are needed. If the file store is unavailable, posts are approved unchecked, because the
 * network checks the files too.
 */
export async function lookUpMedia(
  deps: Deps,
  ctx: Ctx,
  { taskIds, patch }: { taskIds: readonly string[]; patch: Patch },
): Promise<MediaLookup> {
  const { orgId } = ctx.principal
  const factsByKey = new Map<string, MediaFacts | undefined>()
  const deadline = deps.now().getTime() + longestMs
  const ask = async (media: readonly string[]) => {
    const unknown = [...new Set(media)].filter((key) => !factsByKey.has(key))
    const facts = await readFacts(deps, orgId, unknown, deadline)
    for (const key of unknown) factsByKey.set(key, facts.get(key))
  }
  const stored = await findApprovableMedia(
    ctx.tx ?? deps.db,
    orgId,
    taskIds,
    patch.status === 'reviewed',
  )
  await ask(stored.flatMap((post) => checkedMedia(post, patch)))
  return {
    async readAfter({ card, post }, change) {
      if (post === undefined || (change.status ?? card.status) !== 'reviewed') return new Map()
      const media = checkedMedia(post, change)
      await ask(media)
      return new Map(
        media.flatMap((key) => {
          const facts = factsByKey.get(key)
          return facts === undefined ? [] : [[mediaUrl('', key), facts] as const]
        }),
      )
    },
  }
}

/** Returns the keys of a post's files if the network limits their size, after a change. */
function checkedMedia(
  { media, platform }: { media: readonly string[]; platform: Platform },
  patch: Patch,
): string[] {
  const after = platformAfter(platform, patch)
  return mediaAfter(media, patch).filter((key) => isSizeChecked(after, key))
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

/**
 * Asks the file store in chunks until the deadline, in `deps.now()` milliseconds. Logs how many
 * files are not checked because their chunk failed or came too late.
 */
async function readFacts(
  { bus, logger, now }: Deps,
  orgId: string,
  keys: readonly string[],
  deadline: number,
): Promise<Map<string, MediaFacts>> {
  const facts = new Map<string, MediaFacts>()
  let unchecked = 0
  let failure: unknown
  for (let at = 0; at < keys.length; at += maxMediaFacts) {
    const chunk = keys.slice(at, at + maxMediaFacts)
    const timeoutMs = Math.min(deadline - now().getTime(), ReadMediaFacts.timeoutMs)
    if (timeoutMs <= 0) {
      unchecked += keys.length - at
      break
    }
    try {
      const answer = await callRpc(bus, ReadMediaFacts, { orgId, keys: chunk }, { timeoutMs })
      for (const [key, one] of Object.entries(answer.facts)) facts.set(key, one)
    } catch (error) {
      unchecked += chunk.length
      failure = error
    }
  }
  if (unchecked > 0) {
    logger.warn(
      { err: failure, org: orgId, files: unchecked },
      'files of posts are not checked, because the file store failed or took too long',
    )
  }
  return facts
}
