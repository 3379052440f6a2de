import { createHash, hash } from 'node:crypto'
import { maxFilePart, type StoredFile } from '@atrium/contracts'
import { PassingError } from '../../engine/index.ts'
import type { KeptFile } from '../../files/files-of-runs.ts'
import type { NodePorts } from '../ports.ts'

interface Saving {
  files: NonNullable<NodePorts['files']>
  orgId: string
  signal: AbortSignal
}

export type SavedAsset = { file: StoredFile } | { problem: string }

/** A file to store as an asset. Its bytes can be read several times. */
export interface AssetSource {
  size: number
  digest(): Promise<string>
  /** Yields parts of `maxFilePart` bytes. The last part may be shorter. */
  parts(): AsyncIterable<Uint8Array>
}

const mostRestarts = 2

export const sourceOfBytes = (bytes: Uint8Array): AssetSource => ({
  size: bytes.length,
  digest: async () => hash('sha256', bytes),
  async *parts() {
    for (let at = 0; at < bytes.length; at += maxFilePart)
      yield bytes.subarray(at, at + maxFilePart)
  },
})

/** Returns a source that holds only one part in memory. */
export function sourceOfFile({ itemFiles }: NodePorts, orgId: string, file: KeptFile): AssetSource {
  const read = async function* () {
    const { blob } = await itemFiles.open(orgId, file.fileId)
    yield* blob.stream() as AsyncIterable<Buffer>
  }
  return {
    size: file.bytes,
    async digest() {
      const sum = createHash('sha256')
      for await (const part of read()) sum.update(part)
      return sum.digest('hex')
    },
    async *parts() {
      let waiting: Buffer[] = []
      let size = 0
      for await (const part of read()) {
        waiting.push(part)
        size += part.length
        if (size < maxFilePart) continue
        const held = Buffer.concat(waiting)
        let at = 0
        for (; held.length - at >= maxFilePart; at += maxFilePart)
          yield held.subarray(at, at + maxFilePart)
        waiting = [held.subarray(at)]
        size = held.length - at
      }
      if (size > 0) yield Buffer.concat(waiting)
    },
  }
}

interface AssetNames {
  /** Unique in the organisation. A file is stored once per identity. */
  identity: string
  /** The name shown to users. */
  fileName: string
}

/**
 * Stores a file as an asset in parts, once per identity and content. Returns the stored file, or a
 * problem if the file is empty, too large or refused. Throws `PassingError` if the file never
 * arrives whole.
 */
export async function storeAsset(
  { files, orgId, signal }: Saving,
  { identity, fileName }: AssetNames,
  source: AssetSource,
  { visibility, most }: { visibility?: 'pub'; most: number },
): Promise<SavedAsset> {
  const { size } = source
  if (size === 0) return { problem: 'it is empty' }
  if (size > most) return { problem: `it is larger than ${most} bytes` }
  const digest = await source.digest()
  for (let restarts = 0; restarts <= mostRestarts; restarts += 1) {
    let offset = 0
    for await (const part of source.parts()) {
      const bytes = Buffer.from(part).toString('base64')
      const sent = {
        orgId,
        name: identity,
        fileName: fileName.slice(0, 2_000),
        digest,
        size,
        offset,
        bytes,
        ...(visibility === undefined ? {} : { visibility }),
      }
      const answer = await files.store(sent, signal)
      if (answer.outcome === 'stored') return { file: answer.file }
      if (answer.outcome === 'refused') return { problem: answer.message }
      if (answer.outcome === 'restart') break
      offset += part.length
      if (answer.next !== offset) break
    }
  }
  throw new PassingError('A file could not be stored completely. Try again.')
}
