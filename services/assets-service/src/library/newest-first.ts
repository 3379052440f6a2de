import type { BlobStore } from '@atrium/blob-store'
import { LRUCache } from 'lru-cache'

export interface ListedBlob {
  readonly key: string
  readonly bytes: number
  readonly at: number
}

/** A position in a listing. The order is newest first, then by key within one millisecond. */
export type Position = Pick<ListedBlob, 'key' | 'at'>

/** Returns an org's blobs, newest first. `version` changes whenever a blob is stored or deleted. */
export type ListNewestFirst = (orgId: string, version: number) => Promise<readonly ListedBlob[]>

/**
 * How many of an org's keys a listing reads at most (`keysRead`), and how many it keeps
 * (`keysKept`).
 */
export const keysRead = 250_000
export const keysKept = 50_000
/** Blobs that another program adds to the store appear after this time. */
const trustMs = 30_000

export const isAfter = (blob: Position, position: Position): boolean =>
  blob.at < position.at || (blob.at === position.at && blob.key < position.key)

/**
 * Creates a lister. It reads at most `keysRead` blobs of an org and caches the newest `keysKept`
 * until the version changes.
 */
export function createLibrary(store: Pick<BlobStore, 'list'>): ListNewestFirst {
  const held = new LRUCache<string, readonly ListedBlob[], string>({
    maxSize: 2 * keysKept,
    sizeCalculation: (blobs) => blobs.length + 1,
    ttl: trustMs,
    fetchMethod: (_key, _stale, { context }) => list(store, context),
  })
  return (orgId, version) => held.forceFetch(`${orgId} ${version}`, { context: orgId })
}

async function list(store: Pick<BlobStore, 'list'>, orgId: string): Promise<readonly ListedBlob[]> {
  let blobs: ListedBlob[] = []
  let read = 0
  const trim = () => blobs.sort((a, b) => (isAfter(a, b) ? 1 : -1)).slice(0, keysKept)
  for await (const { key, bytes, modifiedAt } of store.list(orgId)) {
    blobs.push({ key, bytes, at: modifiedAt.getTime() })
    read += 1
    if (read >= keysRead) break
    if (blobs.length >= 2 * keysKept) blobs = trim()
  }
  return trim()
}
