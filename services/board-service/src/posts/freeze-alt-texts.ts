import { parseAssetKey } from '@atrium/asset-key'
import { platformRules, ReadAltTexts } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { PostRow } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findAltTexts, keepAltTexts } from './posts.db.ts'

/** Less than a publisher waits for its claim. Otherwise the claimed post would be left alone. */
const timeoutMs = 2_000

/**
 * Returns the alternative texts of a claimed post's files, in their order. The first claim after an
 * approval keeps them with the post, because a later attempt may continue an upload: a text that a
 * user changes meanwhile must not end up in one half of the post. Without a response of the file
 * store, nothing is kept, and the network's attempt fails for the same reason.
 */
export async function freezeAltTexts(
  deps: Deps,
  { org_id: orgId, task_id: taskId, platform, media, alt_texts: kept }: PostRow,
): Promise<string[]> {
  const most = platformRules[platform].media.pictures?.altText
  if (most === undefined || media.length === 0) return []
  if (kept !== null) return kept
  const keys = media.map((medium) => parseAssetKey(medium)?.key)
  try {
    const asked = { orgId, keys: keys.filter((key) => key !== undefined) }
    const { altTexts } = await callRpc(deps.bus, ReadAltTexts, asked, { timeoutMs })
    const texts = keys.map((key) => [...(altTexts[key ?? ''] ?? '')].slice(0, most).join(''))
    await keepAltTexts(deps.db, { orgId, taskId }, texts)
  } catch (error) {
    deps.logger.warn({ err: error, org: orgId, task: taskId }, 'alternative texts cannot be read')
  }
  return (await findAltTexts(deps.db, { orgId, taskId })) ?? []
}
