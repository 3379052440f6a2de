import { createReadStream } from 'node:fs'
import { pipeline, Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { assetPrefix, contentTypeOf, parseAssetKey, type Visibility } from '@atrium/asset-key'
import type { Client } from 'minio'
import { z } from 'zod'
import type { BlobFacts, BlobStore, ByteRange, ByteSource, OpenBlob, StageOptions } from './blob-store.ts'
import { requireKey } from './require-key.ts'
import { askS3, createS3Client, type S3Options, translateS3Error } from './s3-client.ts'
import { createStagingArea, type StagedBytes } from './staging-area.ts'

export interface S3StoreOptions extends S3Options {
  /** Local directory for uploads whose lane is not known yet. */
  stagingDirectory: string
  /** An unfinished multipart upload older than this belongs to nobody. */
  abandonedAfterMs?: number
}

const ListedObject = z.object({ name: z.string(), size: z.number(), lastModified: z.date() })
const objectsPerDelete = 1000

/**
 * Blobs as objects of one bucket, named by their keys. A blob is first written to a local file, because its
 * lane may come after its bytes, and then sent in one request that either completes or leaves no object.
 */
export function createS3Store(options: S3StoreOptions): BlobStore {
  const { bucket, abandonedAfterMs = 24 * 3_600_000 } = options
  const { client, close } = createS3Client(options)
  const staging = createStagingArea({ root: options.stagingDirectory, durable: false })

  async function send(file: StagedBytes, name: string): Promise<void> {
    const key = requireKey(name)
    const source = createReadStream(file.path)
    const broken = finished(source, { writable: false }).then(
      () => new Promise<never>(() => undefined),
      (error: unknown) => Promise.reject(error),
    )
    const metadata = { 'Content-Type': contentTypeOf(key.extension) }
    try {
      await Promise.race([client.putObject(bucket, name, source, file.bytes, metadata), broken])
    } catch (error) {
      await client.removeIncompleteUpload(bucket, name).catch(() => undefined)
      throw translateS3Error(error)
    } finally {
      source.destroy()
      await staging.remove(file).catch(() => undefined)
    }
  }

  async function stage(source: ByteSource, { signal }: StageOptions = {}) {
    const file = await staging.write(source, signal)
    return {
      bytes: file.bytes,
      commit: (key: string) => send(file, key),
      abort: () => staging.remove(file),
    }
  }

  async function stat(key: string): Promise<BlobFacts | undefined> {
    if (!parseAssetKey(key)) return undefined
    const facts = await askS3(() => client.statObject(bucket, key))
    return facts && { key, bytes: facts.size, modifiedAt: facts.lastModified }
  }

  async function* list(orgId: string, lane?: Visibility): AsyncGenerator<BlobFacts> {
    const objects = client.listObjectsV2(bucket, assetPrefix(orgId, lane), true)
    try {
      for await (const item of objects) {
        const object = ListedObject.safeParse(item).data
        if (!object || !parseAssetKey(object.name)) continue
        yield { key: object.name, bytes: object.size, modifiedAt: object.lastModified }
      }
    } catch (error) {
      throw translateS3Error(error)
    }
  }

  async function remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    try {
      const failures = (await client.removeObjects(bucket, [...keys])).filter((entry) => entry?.Error)
      if (failures.length > 0) throw new Error(`The object store kept ${failures.length} objects`)
    } catch (error) {
      throw translateS3Error(error)
    }
  }

  return {
    kind: 's3',
    stage,
    stat,
    list,
    async put(key, source, stageOptions) {
      requireKey(key)
      const staged = await stage(source, stageOptions)
      await staged.commit(key)
      return { bytes: staged.bytes }
    },
    async open(key) {
      const facts = await stat(key)
      return facts && openObject(client, bucket, facts)
    },
    async delete(key) {
      if (!(await stat(key))) return false
      await askS3(() => client.removeObject(bucket, key))
      return true
    },
    async purge(orgId) {
      let bytes = 0
      let count = 0
      let batch: string[] = []
      for await (const blob of list(orgId)) {
        bytes += blob.bytes
        count += 1
        if (batch.push(blob.key) < objectsPerDelete) continue
        await remove(batch)
        batch = []
      }
      await remove(batch)
      return { bytes, count }
    },
    async sweep() {
      const local = await staging.sweep()
      const remote = await abortAbandonedUploads(client, bucket, Date.now() - abandonedAfterMs)
      return { removed: local.removed + remote }
    },
    async check() {
      try {
        if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, options.region)
      } catch (error) {
        throw translateS3Error(error)
      }
    },
    async close() {
      await staging.close()
      close()
    },
  }
}

function openObject(client: Client, bucket: string, facts: BlobFacts): OpenBlob {
  const read = (range?: ByteRange): Promise<Readable> =>
    range
      ? client.getPartialObject(bucket, facts.key, range.start, range.end - range.start + 1)
      : client.getObject(bucket, facts.key)
  return {
    ...facts,
    stream: (range) => (facts.bytes === 0 ? Readable.from([]) : lazily(() => read(range))),
    async buffer() {
      if (facts.bytes === 0) return Buffer.alloc(0)
      try {
        return Buffer.concat(await (await read()).toArray(), facts.bytes)
      } catch (error) {
        throw translateS3Error(error)
      }
    },
    close: async () => undefined,
  }
}

/** A stream that asks for its bytes at once and can be handed out before they come. */
function lazily(read: () => Promise<Readable>): Readable {
  const through = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) })
  read().then(
    (source) => pipeline(source, through, () => undefined),
    (error) => through.destroy(translateS3Error(error)),
  )
  return through
}

async function abortAbandonedUploads(client: Client, bucket: string, before: number): Promise<number> {
  let aborted = 0
  let keyMarker = ''
  let uploadMarker = ''
  try {
    for (;;) {
      // No key contains the delimiter; an empty one makes Swift list nothing.
      const page = await client.listIncompleteUploadsQuery(bucket, '', keyMarker, uploadMarker, '!')
      for (const upload of page.uploads) {
        if (!parseAssetKey(upload.key) || !(upload.initiated.getTime() <= before)) continue
        await client.abortMultipartUpload(bucket, upload.key, upload.uploadId)
        aborted += 1
      }
      if (!page.isTruncated || page.nextKeyMarker === keyMarker) return aborted
      keyMarker = page.nextKeyMarker
      uploadMarker = page.nextUploadIdMarker
    }
  } catch (error) {
    throw translateS3Error(error)
  }
}
