import { maxReadBytes } from '@atrium/contracts'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Connection } from '../providers/connection.ts'
import type { MailboxReader, StoredMail } from '../providers/readers.ts'
import { partOf } from './part-of.ts'

const atOnce = 10
const keptBytes = 128 * 1024 * 1024
const keptMs = 120_000
/** Of the fields around a source, in bytes. */
const overhead = 1_024

/**
 * Messages whose source waits for the next part of an answer, or did not fit into the one before. A replica without it
 * reads it again.
 */
export function createMailSources() {
  const kept = new LRUCache<string, StoredMail>({
    maxSize: keptBytes,
    ttl: keptMs,
    sizeCalculation: ({ source }) => source.length + overhead,
  })
  // The channel belongs to one account and one org.
  const keyOf = (channelId: string, id: string) => `${channelId}:${id}`
  const read = async (
    reader: MailboxReader,
    by: Connection,
    channelId: string,
    id: string,
  ): Promise<StoredMail | undefined> => {
    const known = kept.get(keyOf(channelId, id))
    if (known !== undefined) return known
    const mail = await reader.message(by, id)
    if (mail !== undefined) kept.set(keyOf(channelId, id), mail)
    return mail
  }

  return {
    /** As many of the first messages as fit into one answer, at least one. */
    async page(reader: MailboxReader, by: Connection, channelId: string, ids: readonly string[]) {
      const messages = []
      let bytes = 0
      let settled = 0
      for (let at = 0; at < ids.length; at += atOnce) {
        const limit = pLimit(atOnce)
        const wave = await Promise.all(
          ids.slice(at, at + atOnce).map((id) => limit(() => read(reader, by, channelId, id))),
        )
        for (const mail of wave) {
          const whole = mail !== undefined && !mail.about.tooLarge && mail.source.length <= maxReadBytes
          const size = overhead + (mail?.about.snippet.length ?? 0) + (whole ? mail.source.length : 0)
          if (settled > 0 && bytes + size > maxReadBytes) return { messages, read: settled }
          bytes += size
          settled += 1
          if (mail === undefined) continue
          messages.push({ ...mail.about, source: whole ? mail.source.toString('base64') : null })
          if (whole) kept.delete(keyOf(channelId, mail.about.id))
        }
      }
      return { messages, read: settled }
    },
    /** The part of a source that begins at an offset; undefined for a message that is gone. */
    async part(reader: MailboxReader, by: Connection, channelId: string, id: string, offset: number) {
      const source = (await read(reader, by, channelId, id))?.source
      if (source === undefined) return undefined
      const part = partOf(source, offset)
      if (part.next === null) kept.delete(keyOf(channelId, id))
      return part
    },
  }
}
