import { randomUUID } from 'node:crypto'
import type { BlobFacts } from '@atrium/blob-store'
import { maxReleaseKeys, rootOwners } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import { CommandError } from '../command.ts'
import { type OrphanSearch, oldBlobs } from './old-blobs.ts'

/**
 * Yields an organisation's blobs if they are older than the grace period and no root owner
 * references them. Deletes nothing, and the release routine asks the owners again. Throws a
 * CommandError if an owner does not respond.
 */
export async function* findOrphans(bus: Bus, search: OrphanSearch): AsyncGenerator<BlobFacts> {
  for await (const batch of oldBlobs(search, maxReleaseKeys)) {
    yield* await withoutOwner(bus, search.orgId, batch)
  }
}

async function withoutOwner(
  bus: Bus,
  orgId: string,
  batch: readonly BlobFacts[],
): Promise<BlobFacts[]> {
  const releaseId = randomUUID()
  const keys = batch.map((blob) => blob.key)
  const live = new Set<string>()
  for (const owner of rootOwners) {
    try {
      for (const key of (await callRpc(bus, owner.liveAssets, { orgId, keys, releaseId })).live)
        live.add(key)
    } catch (error) {
      throw new CommandError(`${owner.name} did not report which files it references`, {
        cause: error,
      })
    } finally {
      // Asking the owners puts fences on the keys. Remove the fences, because nothing is released
      // here.
      const { releaseSettled } = owner
      await callRpc(bus, releaseSettled, { orgId, releaseId, released: [], kept: keys }).catch(
        () => undefined,
      )
    }
  }
  return batch.filter((blob) => !live.has(blob.key))
}
