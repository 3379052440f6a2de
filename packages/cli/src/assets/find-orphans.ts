import { randomUUID } from 'node:crypto'
import type { BlobFacts, BlobStore } from '@atrium/blob-store'
import { maxReleaseKeys, rootOwners } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import { CommandError } from '../command.ts'

export interface OrphanOptions {
  readonly store: BlobStore
  readonly bus: Bus
  readonly orgId: string
  /** The least age of an orphan in milliseconds: the reference to a younger blob may not be stored yet. */
  readonly graceMs: number
}

/**
 * The blobs of an org that are older than the grace period and that no root owner references. Deletes nothing; the
 * release routine asks the owners again before it deletes. Throws a CommandError when an owner does not answer.
 */
export async function* findOrphans(options: OrphanOptions): AsyncGenerator<BlobFacts> {
  const before = Date.now() - options.graceMs
  let batch: BlobFacts[] = []
  for await (const blob of options.store.list(options.orgId)) {
    if (blob.modifiedAt.getTime() > before) continue
    if (batch.push(blob) < maxReleaseKeys) continue
    yield* await withoutOwner(options, batch)
    batch = []
  }
  yield* await withoutOwner(options, batch)
}

async function withoutOwner(options: OrphanOptions, batch: readonly BlobFacts[]): Promise<BlobFacts[]> {
  if (batch.length === 0) return []
  const { bus, orgId } = options
  const releaseId = randomUUID()
  const keys = batch.map((blob) => blob.key)
  const live = new Set<string>()
  for (const owner of rootOwners) {
    try {
      for (const key of (await callRpc(bus, owner.liveAssets, { orgId, keys, releaseId })).live) live.add(key)
    } catch (error) {
      throw new CommandError(`${owner.name} does not answer which blobs it references`, { cause: error })
    } finally {
      // The question set fences on the keys; they are removed, because nothing is released here.
      await callRpc(bus, owner.releaseSettled, { orgId, releaseId, released: [], kept: keys }).catch(
        () => undefined,
      )
    }
  }
  return batch.filter((blob) => !live.has(blob.key))
}
