import { maxReadBytes } from '@atrium/contracts'
import { LRUCache } from 'lru-cache'
import { NetworkError } from '../network/network-error.ts'
import type {
  Connection,
  DriveReader,
  MailboxReader,
  StoredFile,
  StoredMail,
} from '../providers/readers.ts'

/** Messages that are read at the same time, each at most `maxReadBytes` long. */
const smallAtOnce = 10
/**
 * All kept files together, and all kept messages together. Each limit has room for the largest one.
 */
const keptBytes = 64 * 1024 * 1024
/** A response is sent after this time if it contains anything, because the caller waits a minute. */
const longestMs = 5_000
const keptMs = 120_000
const overhead = 1_024

/**
 * Caches files and messages until the caller requests the next part. A replica without the cached
 * copy reads the source again.
 */
const createKept = <S extends { source: Buffer }>() =>
  new LRUCache<string, S>({
    maxSize: keptBytes,
    ttl: keptMs,
    sizeCalculation: ({ source }) => source.length + overhead,
  })

// A channel id is enough, because a channel belongs to one account and one organisation.
const toKey = (channelId: string, id: string) => `${channelId}:${id}`

/** Returns the part of a file at an offset, in base64, and the next part's offset. */
function cutPart(
  source: Buffer,
  offset: number,
): { bytes: string; size: number; next: number | null } {
  const end = Math.min(source.length, offset + maxReadBytes)
  const next = end < source.length ? end : null
  return { bytes: source.subarray(offset, end).toString('base64'), size: source.length, next }
}

const gone = (message: string) => new NetworkError('blocked', message, { code: 404 })

export function createFileSources() {
  const kept = createKept<StoredFile>()
  return {
    /**
     * Returns a part of a file. Throws a `NetworkError` with the code 404 if the file was deleted.
     */
    async part(
      drive: DriveReader,
      by: Connection,
      asked: { channelId: string; id: string; mimeType: string; offset: number },
    ) {
      const { channelId, id, mimeType, offset } = asked
      const key = toKey(channelId, id)
      // The first part always comes from the current file.
      const keptFile = offset === 0 ? undefined : kept.get(key)
      const file = keptFile ?? (await drive.file(by, id, mimeType))
      if (file === undefined) throw gone('The file was deleted')
      const part = cutPart(file.source, offset)
      if (part.next === null) kept.delete(key)
      else kept.set(key, file)
      return { contentType: file.contentType, ...part }
    },
  }
}

export function createMailSources() {
  const kept = createKept<StoredMail>()
  const keep = (key: string, mail: StoredMail | undefined) => {
    if (mail !== undefined) kept.set(key, mail)
    return mail
  }
  const read = async (reader: MailboxReader, by: Connection, key: string, id: string) => {
    return kept.get(key) ?? keep(key, await reader.message(by, id))
  }
  const readSmall = async (reader: MailboxReader, by: Connection, key: string, id: string) => {
    const keptMail = kept.get(key)
    if (keptMail !== undefined || reader.smallMessage === undefined)
      return keptMail ?? read(reader, by, key, id)
    const found = await reader.smallMessage(by, id)
    return found === 'large' ? found : keep(key, found)
  }
  return {
    /** Returns as many of the first messages as fit into one response, at least one. */
    async page(
      reader: MailboxReader,
      by: Connection,
      { channelId, ids }: { channelId: string; ids: readonly string[] },
    ) {
      const atOnce = reader.smallMessage === undefined ? 1 : smallAtOnce
      const messages = []
      const started = performance.now()
      let held = 0
      let bytes = 0
      let settled = 0
      for (let at = 0; at < ids.length; at += atOnce) {
        const wave = ids.slice(at, at + atOnce)
        const small = await Promise.all(
          wave.map((id) => readSmall(reader, by, toKey(channelId, id), id)),
        )
        for (const [place, id] of wave.entries()) {
          const found = small[place]
          // At most one large message is held for each response.
          if (found === 'large' && held >= maxReadBytes) return { messages, read: settled }
          const mail = found === 'large' ? await read(reader, by, toKey(channelId, id), id) : found
          const whole =
            mail !== undefined && !mail.about.tooLarge && mail.source.length <= maxReadBytes
          const size =
            overhead + (mail?.about.snippet.length ?? 0) + (whole ? mail.source.length : 0)
          if (settled > 0 && bytes + size > maxReadBytes) return { messages, read: settled }
          bytes += size
          settled += 1
          if (mail === undefined) continue
          messages.push({ ...mail.about, source: whole ? mail.source.toString('base64') : null })
          held += mail.source.length
          if (whole) kept.delete(toKey(channelId, mail.about.id))
        }
        // A message that is too long for this response is kept until its parts were requested.
        if (held >= maxReadBytes || performance.now() - started > longestMs) break
      }
      return { messages, read: settled }
    },
    /**
     * Returns a part of a message. Throws a `NetworkError` with the code 404 if the message was
     * deleted.
     */
    async part(
      reader: MailboxReader,
      by: Connection,
      { channelId, id, offset }: { channelId: string; id: string; offset: number },
    ) {
      const key = toKey(channelId, id)
      const mail = await read(reader, by, key, id)
      if (mail === undefined) throw gone('The message was deleted')
      const part = cutPart(mail.source, offset)
      if (part.next === null) kept.delete(key)
      return part
    },
  }
}
