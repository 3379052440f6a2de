import { randomUUID } from 'node:crypto'
import type { BlobFacts, BlobStore } from '@atrium/blob-store'
import { maxReleaseKeys, type RootOwner, rootOwners } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import { CommandError } from '../command.ts'

export interface OrphanOptions {
  readonly store: BlobStore
  readonly bus: Bus
  readonly orgId: string
  /** Blobs younger than this are no candidates: their reference may be on its way. */
  readonly graceMs: number
  readonly owners?: readonly RootOwner[]
}

/**
 * The blobs of an org that no root owner points at and that are older than the grace period. Deletes nothing;
 * the release routine asks again before it does. Throws a CommandError when an owner does not answer, because
 * then nothing can be said.
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
  const { bus, orgId, owners = rootOwners } = options
  if (owners.length === 0) throw new CommandError('No service is known that points at blobs')
  const releaseId = randomUUID()
  const keys = batch.map((blob) => blob.key)
  const live = new Set<string>()
  for (const owner of owners) {
    try {
      for (const key of (await callRpc(bus, owner.liveAssets, { orgId, keys, releaseId })).live) live.add(key)
    } catch (error) {
      throw new CommandError(`${owner.name} does not say what it points at`, { cause: error })
    } finally {
      // Asking left fences on the keys; this was no release, so they are taken away again.
      await callRpc(bus, owner.releaseSettled, { orgId, releaseId, released: [], kept: keys }).catch(
        () => undefined,
      )
    }
  }
  return batch.filter((blob) => !live.has(blob.key))
}
