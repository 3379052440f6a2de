import type { ServerResponse } from 'node:http'
import type { ByteRange, SlabPool } from '@atrium/blob-store'

/** Fills a target from a position of the file; throws when the file ends before. */
export type ReadAt = (target: Buffer, position: number) => Promise<void>

/**
 * Sends a range of a file and ends the response. While one slab is on its way to the socket the next is read;
 * no more than two are held, however slow the other side is. Rejects when the other side goes away.
 */
export async function sendFile(
  read: ReadAt,
  range: ByteRange,
  response: ServerResponse,
  pool: SlabPool,
): Promise<void> {
  let sending: Promise<void> = Promise.resolve()
  for (let at = range.start; at <= range.end; at += pool.slabBytes) {
    const slab = pool.take()
    const part = slab.subarray(0, Math.min(pool.slabBytes, range.end + 1 - at))
    const isLast = at + part.length > range.end
    try {
      await read(part, at)
    } finally {
      await sending
    }
    sending = hand(response, part, isLast).then(() => pool.give(slab))
    // Awaited above or below; until then a failure must not count as unhandled.
    sending.catch(() => undefined)
  }
  await sending
}

/** Resolves once the system has taken the bytes, so that their slab may be used again. */
function hand(response: ServerResponse, part: Buffer, isLast: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('The reader went away'))
    const done = (error?: Error | null) => {
      response.off('close', gone)
      if (error) reject(error)
      else resolve()
    }
    if (response.destroyed) return gone()
    response.once('close', gone)
    if (isLast) response.end(part, done)
    else response.write(part, done)
  })
}
