import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAssetKey } from '@atrium/asset-key'
import type { Usage } from './blob-store.ts'
import { ifPresent } from './filesystem-errors.ts'
import type { Lane } from './lane-ledger.ts'

const statsAtOnce = 64

/**
 * Counts a lane's directory. `sizes` holds what is known already by file name and is added to; a blob never
 * changes, so a known size stays true. Names that are not keys, and what is no regular file, count nothing.
 */
export async function countDirectory(lane: Lane, sizes: Map<string, number>): Promise<Usage> {
  const names = (await ifPresent(() => readdir(lane.directory))) ?? []
  const prefix = `${lane.orgId}/${lane.visibility}/`
  const unknown = names.filter((name) => !sizes.has(name) && parseAssetKey(prefix + name) !== undefined)
  for (let at = 0; at < unknown.length; at += statsAtOnce) {
    await Promise.all(
      unknown.slice(at, at + statsAtOnce).map(async (name) => {
        const facts = await ifPresent(() => lstat(join(lane.directory, name)))
        if (facts?.isFile()) sizes.set(name, facts.size)
      }),
    )
  }
  let bytes = 0
  let count = 0
  for (const name of names) {
    const size = sizes.get(name)
    if (size === undefined) continue
    bytes += size
    count += 1
  }
  return { bytes, count }
}
