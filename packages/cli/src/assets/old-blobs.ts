import type { BlobFacts, BlobStore } from '@atrium/blob-store'

/** The places that are searched for orphans. */
export interface OrphanSearch {
  readonly store: BlobStore
  readonly orgId: string
  /** The least age of an orphan in milliseconds: the reference to a younger blob may not be stored yet. */
  readonly graceMs: number
}

/** The blobs of an org that are old enough, `size` at once; the last batch may hold fewer. */
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
