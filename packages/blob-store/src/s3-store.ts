import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { PassThrough, pipeline, Readable } from 'node:stream'
import {
  type AssetKey,
  assetPrefix,
  findContentType,
  parseAssetKey,
  type Visibility,
} from '@atrium/asset-key'
import type { Client } from 'minio'
import { z } from 'zod'
import type { BlobFacts, BlobStore, ByteRange, OpenBlob } from './blob-store.ts'
import { askS3, createS3Client, type S3Options, translated, translateS3Error } from './s3-client.ts'
import { createStagingArea, type StagedFile } from './staging-area.ts'

export interface S3StoreOptions extends S3Options {
  /** The prefix of each object name. Defaults to none. */
  prefix?: string
  /** A local directory for uploads without a key. */
  stagingDirectory: string
  /** The age at which an unfinished multipart upload counts as abandoned. Defaults to 24 hours. */
  abandonedAfterMs?: number
}

const ListedObject = z.object({ name: z.string(), size: z.number(), lastModified: z.date() })
const objectsPerDelete = 1000

/**
 * Creates a store that keeps blobs as objects in one bucket, named by the prefix and their keys. A
 * blob is first written to a local file, because its lane may only be known after its bytes. It is
 * then sent in one request, which either completes or leaves no object.
 */
export function createS3Store(options: S3StoreOptions): BlobStore {
  const { bucket, prefix = '', abandonedAfterMs = 24 * 3_600_000 } = options
  const { client, close } = createS3Client(options)
  const staging = createStagingArea({ root: options.stagingDirectory, durable: false, commit })

  const toObjectName = (key: string): string => prefix + key

  async function commit({ key, extension }: AssetKey, { path, bytes }: StagedFile): Promise<void> {
    const name = toObjectName(key)
    const source = createReadStream(path)
    // The client ignores errors of its source.
    const broken = once(source, 'error').then(([error]) => Promise.reject(error))
    const metadata = { 'Content-Type': findContentType(extension) }
    try {
      await Promise.race([client.putObject(bucket, name, source, bytes, metadata), broken])
    } catch (error) {
      await client.removeIncompleteUpload(bucket, name).catch(() => undefined)
      throw translateS3Error(error)
    } finally {
      source.destroy()
    }
  }

  async function stat(key: string): Promise<BlobFacts | undefined> {
    if (!parseAssetKey(key)) return undefined
    const facts = await askS3(() => client.statObject(bucket, toObjectName(key)))
    return facts && { key, bytes: facts.size, modifiedAt: facts.lastModified }
  }

  async function* list(orgId: string, lane?: Visibility): AsyncGenerator<BlobFacts> {
    const objects = client.listObjectsV2(bucket, toObjectName(assetPrefix(orgId, lane)), true)
    try {
      for await (const item of objects) {
        const object = ListedObject.safeParse(item).data
        const key = object?.name.slice(prefix.length)
        if (!object || key === undefined || !parseAssetKey(key)) continue
        yield { key, bytes: object.size, modifiedAt: object.lastModified }
      }
    } catch (error) {
      throw translateS3Error(error)
    }
  }

  async function remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    const results = await translated(() => client.removeObjects(bucket, keys.map(toObjectName)))
    const kept = results.filter((entry) => entry?.Error).length
    if (kept > 0) throw translateS3Error(new Error(`The object store kept ${kept} objects`))
  }

  return {
    ...staging,
    stat,
    list,
    async open(key) {
      const facts = await stat(key)
      return facts && openObject(client, bucket, toObjectName(key), facts)
    },
    async delete(key) {
      if (!(await stat(key))) return false
      await askS3(() => client.removeObject(bucket, toObjectName(key)))
      return true
    },
    async purge(orgId) {
      const removed = { bytes: 0, count: 0 }
      let batch: string[] = []
      for await (const blob of list(orgId)) {
        removed.bytes += blob.bytes
        removed.count += 1
        if (batch.push(blob.key) < objectsPerDelete) continue
        await remove(batch)
        batch = []
      }
      await remove(batch)
      return removed
    },
    async sweep() {
      const local = await staging.sweep()
      const before = Date.now() - abandonedAfterMs
      const remote = await translated(() => abortAbandonedUploads(client, bucket, prefix, before))
      return { removed: local.removed + remote }
    },
    check: () =>
      translated(async () => {
        if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, options.region)
      }),
    async close() {
      await staging.close()
      close()
    },
  }
}

function openObject(client: Client, bucket: string, name: string, facts: BlobFacts): OpenBlob {
  const read = (range?: ByteRange): Promise<Readable> =>
    range
      ? client.getPartialObject(bucket, name, range.start, range.end - range.start + 1)
      : client.getObject(bucket, name)
  return {
    ...facts,
    stream: (range) => (facts.bytes === 0 ? Readable.from([]) : lazily(() => read(range))),
    async buffer() {
      if (facts.bytes === 0) return Buffer.alloc(0)
      return translated(async () => Buffer.concat(await (await read()).toArray(), facts.bytes))
    },
    close: async () => undefined,
  }
}

/** Returns a stream at once and requests its bytes in the background. */
function lazily(read: () => Promise<Readable>): Readable {
  const through = new PassThrough()
  read().then(
    (source) => pipeline(source, through, () => undefined),
    (error) => through.destroy(translateS3Error(error)),
  )
  return through
}

async function abortAbandonedUploads(
  client: Client,
  bucket: string,
  prefix: string,
  before: number,
): Promise<number> {
  let aborted = 0
  let keyMarker = ''
  let uploadMarker = ''
  for (;;) {
    // No key contains the delimiter. With an empty delimiter Swift lists nothing.
    const page = await client.listIncompleteUploadsQuery(
      bucket,
      prefix,
      keyMarker,
      uploadMarker,
      '!',
    )
    for (const upload of page.uploads) {
      const ours = upload.key.startsWith(prefix) && parseAssetKey(upload.key.slice(prefix.length))
      if (!ours || !(upload.initiated.getTime() <= before)) continue
      await client.abortMultipartUpload(bucket, upload.key, upload.uploadId)
      aborted += 1
    }
    if (!page.isTruncated || page.nextKeyMarker === keyMarker) return aborted
    keyMarker = page.nextKeyMarker
    uploadMarker = page.nextUploadIdMarker
  }
}
