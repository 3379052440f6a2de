import { LRUCache } from 'lru-cache'
import { NetworkError } from '../network/network-error.ts'
import type { Connection } from '../providers/connection.ts'
import type { DriveReader, StoredFile } from '../providers/readers.ts'
import { partOf } from './part-of.ts'

const keptBytes = 128 * 1024 * 1024
const keptMs = 120_000

interface Part {
  channelId: string
  id: string
  mimeType: string
  offset: number
}

/** Files of which a part was read; a replica without one reads it again. */
export function createFileSources() {
  const kept = new LRUCache<string, StoredFile>({
    maxSize: keptBytes,
    ttl: keptMs,
    sizeCalculation: ({ source }) => source.length + 1_024,
  })
  return {
    /** Throws a `NetworkError` with the code 404 for a file that is gone. */
    async part(drive: DriveReader, by: Connection, { channelId, id, mimeType, offset }: Part) {
      // The channel belongs to one account and one org.
      const key = `${channelId}:${id}`
      // A first part is of the present file.
      const known = offset === 0 ? undefined : kept.get(key)
      const file = known ?? (await drive.file(by, id, mimeType))
      if (file === undefined) throw new NetworkError('blocked', 'The file is gone', { code: 404 })
      const part = partOf(file.source, offset)
      if (part.next === null) kept.delete(key)
      else kept.set(key, file)
      return { contentType: file.contentType, ...part }
    },
  }
}
