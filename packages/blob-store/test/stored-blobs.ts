import { Readable } from 'node:stream'
import { buildAssetKey, type Visibility } from '@atrium/asset-key'
import type { BlobFacts, BlobStore, ByteSource, StageOptions, Usage } from '../src/blob-store.ts'

export const keyFor = (
  orgId: string,
  visibility: Visibility = 'pub',
  extension: 'png' | 'mp4' | 'gz' = 'png',
) => buildAssetKey({ orgId, visibility, extension })

export const toBytes = (...chunks: (Uint8Array | string)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)))

/** Stages and commits a blob. */
export async function putBlob(
  store: BlobStore,
  key: string,
  source: ByteSource,
  options?: StageOptions,
) {
  const staged = await store.stage(source, options)
  await staged.commit(key)
  return { bytes: staged.bytes }
}

export async function readAll(
  store: BlobStore,
  key: string,
  range?: { start: number; end: number },
) {
  const blob = await store.open(key)
  if (!blob) return undefined
  return Buffer.concat(await blob.stream(range).toArray())
}

export async function listed(source: AsyncIterable<BlobFacts>): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for await (const blob of source) found.set(blob.key, blob.bytes)
  return found
}

/** Returns the usage of an organisation across both lanes. */
export async function sumStored(store: BlobStore, orgId: string): Promise<Usage> {
  const sizes = [...(await listed(store.list(orgId))).values()]
  return { bytes: sizes.reduce((sum, bytes) => sum + bytes, 0), count: sizes.length }
}
