import type { Visibility } from '@atrium/asset-key'
import type { BlobFacts, BlobStore } from '@atrium/blob-store'

export interface CopyOptions {
  readonly from: BlobStore
  readonly to: BlobStore
  readonly orgId: string
  /** Copies both lanes if absent. */
  readonly lane?: Visibility | undefined
  /**
   * If true, a blob that the source deletes during the copy is skipped. Otherwise that blob counts
   * as failed.
   */
  readonly mayVanish?: boolean
  /** Called after each blob. */
  readonly progress?: (state: CopyState) => void
}

export interface CopyState {
  /** Blobs and bytes found in the source. */
  readonly found: { count: number; bytes: number }
  readonly copied: { count: number; bytes: number }
  /** The number of blobs that replaced a shorter one, left at the target by an interrupted copy. */
  readonly repaired: number
  /** The number of blobs that the target already had in the same size. */
  readonly skipped: number
  /** Failure reasons by key. */
  readonly failed: Map<string, string>
}

/**
 * Copies an organisation's blobs under the same keys, four at a time, and verifies each size. Skips
 * a blob if the target has the same size and replaces a shorter one. Keeps and reports a longer one
 * because the source is damaged there.
 */
export async function copyOrg(options: CopyOptions): Promise<CopyState> {
  const { from, to, orgId, lane, mayVanish = false, progress } = options
  const state = {
    found: { count: 0, bytes: 0 },
    copied: { count: 0, bytes: 0 },
    repaired: 0,
    skipped: 0,
    failed: new Map(),
  }
  for await (const blob of from.list(orgId, lane)) {
    state.found.count += 1
    state.found.bytes += blob.bytes
  }
  const blobs = from.list(orgId, lane)[Symbol.asyncIterator]()
  const worker = async () => {
    for (let next = await blobs.next(); !next.done; next = await blobs.next()) {
      const blob = next.value
      try {
        const outcome = await copyBlob(from, to, blob)
        if (outcome === 'skipped') state.skipped += 1
        else if (outcome === 'vanished') {
          if (!mayVanish) state.failed.set(blob.key, 'the source deleted it during the copy')
        } else {
          state.copied.count += 1
          state.copied.bytes += blob.bytes
          if (outcome === 'repaired') state.repaired += 1
        }
      } catch (error) {
        state.failed.set(blob.key, error instanceof Error ? error.message : String(error))
      }
      progress?.(state)
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  return state
}

async function copyBlob(
  from: BlobStore,
  to: BlobStore,
  blob: BlobFacts,
): Promise<'copied' | 'repaired' | 'skipped' | 'vanished'> {
  const there = await to.stat(blob.key)
  if (there?.bytes === blob.bytes) return 'skipped'
  if (there && there.bytes > blob.bytes) {
    throw new Error(
      `the target has ${there.bytes} bytes, more than the ${blob.bytes} of the source`,
    )
  }
  const source = await from.open(blob.key)
  if (!source) return 'vanished'
  const staged = await to.stage(source.stream())
  if (staged.bytes !== blob.bytes) {
    await staged.abort()
    throw new Error(`${staged.bytes} bytes were read instead of ${blob.bytes}`)
  }
  // The staged copy is complete, so the shorter blob can be deleted.
  if (there) await to.delete(blob.key)
  await staged.commit(blob.key)
  const stored = await to.stat(blob.key)
  if (stored?.bytes !== blob.bytes)
    throw new Error(`${stored?.bytes ?? 'no'} bytes arrived instead of ${blob.bytes}`)
  return there ? 'repaired' : 'copied'
}
