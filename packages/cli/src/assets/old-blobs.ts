import type { BlobFacts, BlobStore } from '@atrium/blob-store'

/** Which store, organisation and age to search. */
export interface OrphanSearch {
  readonly store: BlobStore
  readonly orgId: string
  /**
   * The minimum age of an orphan in milliseconds, because the reference to a younger blob may not
   * be stored yet.
   */
  readonly graceMs: number
}

/**
 * Yields an organisation's old enough blobs in batches of `size`. The last batch may hold fewer.
 */
export async function* oldBlobs(search: OrphanSearch, size: number): AsyncGenerator<BlobFacts[]> {
  const before = Date.now() - search.graceMs
  let batch: BlobFacts[] = []
  for await (const blob of search.store.list(search.orgId)) {
    if (blob.modifiedAt.getTime() > before) continue
    if (batch.push(blob) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
