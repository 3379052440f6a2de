import { type AssetUse, cardTitle } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { findAssetUses } from './asset-uses.db.ts'
import { findLiveFiles } from './references.db.ts'

/** Returns the org's first records for each of these blobs. Leaves out keys without a record. */
export async function answerAssetUses(
  deps: Pick<Deps, 'db'>,
  { orgId, keys }: { orgId: string; keys: readonly string[] },
): Promise<{ uses: Record<string, AssetUse[]> }> {
  const uses: Record<string, AssetUse[]> = {}
  for (const { key, type, id, title, body } of await findAssetUses(deps.db, orgId, [
    ...new Set(keys),
  ])) {
    const kind = type === 'post' ? type : undefined
    const name = cardTitle({ ...(kind === undefined ? {} : { kind }), title, body })
    uses[key] = [...(uses[key] ?? []), { type, id, title: name }]
  }
  return { uses }
}

/** Returns the item files in the organisation's cards and timelines. */
export const answerLiveFiles = async (
  deps: Pick<Deps, 'db'>,
  { orgId, fileIds }: { orgId: string; fileIds: readonly string[] },
): Promise<{ live: string[] }> => ({ live: await findLiveFiles(deps.db, orgId, fileIds) })
