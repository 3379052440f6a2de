import type { Visibility } from '@atrium/asset-key'
import type { BlobFacts, BlobStore } from '@atrium/blob-store'

export interface CopyOptions {
  readonly from: BlobStore
  readonly to: BlobStore
  readonly orgId: string
  /** Both lanes unless told. */
  readonly lane?: Visibility | undefined
  readonly atOnce?: number
  /** Told after each blob. */
  readonly progress?: (state: CopyState) => void
}

export interface CopyState {
  /** Blobs and bytes found in the source. */
  readonly found: { count: number; bytes: number }
  readonly copied: { count: number; bytes: number }
  /** There already, with the same size: a copy that was interrupted goes on where it was. */
  readonly skipped: number
  /** Why a blob could not be copied, by key. */
  readonly failed: Map<string, string>
}

/**
 * Copies an org's blobs from one backend to another under their keys, several at once. What the target has
 * with the right size is left alone; what it has with another size is never overwritten but reported. Every
 * copy is verified by its size at the target. Calling it again copies what is missing.
 */
export async function copyOrg(options: CopyOptions): Promise<CopyState> {
  const { from, to, orgId, lane, atOnce = 4, progress } = options
  const state = {
    found: { count: 0, bytes: 0 },
    copied: { count: 0, bytes: 0 },
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
        if (await copyBlob(from, to, blob)) {
          state.copied.count += 1
          state.copied.bytes += blob.bytes
        } else state.skipped += 1
      } catch (error) {
        state.failed.set(blob.key, error instanceof Error ? error.message : String(error))
      }
      progress?.(state)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return state
}

/** False when the target has the blob already. */
async function copyBlob(from: BlobStore, to: BlobStore, blob: BlobFacts): Promise<boolean> {
  const there = await to.stat(blob.key)
  if (there?.bytes === blob.bytes) return false
  if (there) throw new Error(`the target has it with ${there.bytes} bytes instead of ${blob.bytes}`)
  const source = await from.open(blob.key)
  if (!source) throw new Error('it went away while it was to be copied')
  const staged = await to.stage(source.stream())
  if (staged.bytes !== blob.bytes) {
    await staged.abort()
    throw new Error(`${staged.bytes} bytes were read instead of ${blob.bytes}`)
  }
  await staged.commit(blob.key)
  const stored = await to.stat(blob.key)
  if (stored?.bytes !== blob.bytes)
    throw new Error(`${stored?.bytes ?? 'no'} bytes arrived instead of ${blob.bytes}`)
  return true
}
