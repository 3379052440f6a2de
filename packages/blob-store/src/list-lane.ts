import { lstat, opendir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseAssetKey, type Visibility } from '@atrium/asset-key'
import type { BlobFacts } from './blob-store.ts'
import { ifPresent } from './filesystem-errors.ts'

const statsAtOnce = 64

/** One visibility of one organisation, and the directory for its blobs. */
export interface Lane {
  readonly orgId: string
  readonly visibility: Visibility
  readonly directory: string
}

/** Lists the blobs of one lane in portions, so a large lane needs little memory. */
export async function* listLane(lane: Lane): AsyncGenerator<BlobFacts> {
  const directory = await ifPresent(() => opendir(lane.directory, { bufferSize: 1024 }))
  if (!directory) return
  let portion: string[] = []
  for await (const entry of directory) {
    const key = `${lane.orgId}/${lane.visibility}/${entry.name}`
    if (!parseAssetKey(key)) continue
    portion.push(key)
    if (portion.length < statsAtOnce) continue
    yield* await readFacts(lane, portion)
    portion = []
  }
  yield* await readFacts(lane, portion)
}

async function readFacts(lane: Lane, keys: readonly string[]): Promise<BlobFacts[]> {
  const found = await Promise.all(
    keys.map(async (key) => {
      const facts = await ifPresent(() => lstat(join(lane.directory, basename(key))))
      return facts?.isFile() ? [{ key, bytes: facts.size, modifiedAt: facts.mtime }] : []
    }),
  )
  return found.flat()
}
