import type { ServerResponse } from 'node:http'
import type { LiveEvent } from './event-log.ts'

/**
 * Limit for the reader's buffer in this process, in bytes. Above the limit, the stream drops events
 * until the reader has caught up.
 */
const bufferedAtMost = 64_000
/** Limit for a replay, in characters. A longer replay is replaced by `resync`. */
const replayedAtMost = 1_000_000
const stalledAfterMs = 60_000
const resync = 'event: resync\ndata: {}\n\n'

export type LiveStream = ReturnType<typeof createLiveStream>

/** Writes events to one response. `userId` is the reader. `onDrop` is called once for each gap. */
export function createLiveStream(response: ServerResponse, userId: string, onDrop: () => void) {
  let behindSince: number | undefined

  const write = (text: string): void => {
    if (behindSince !== undefined) return
    response.write(text)
    if (response.writableLength <= bufferedAtMost) return
    behindSince = performance.now()
    onDrop()
    response.once('drain', () => {
      behindSince = undefined
      write(resync)
    })
  }
  const isFor = ({ ownerId }: LiveEvent): boolean => ownerId === null || ownerId === userId
  return {
    /** Sends an event. Drops the event while the reader is slow, and sends `resync` afterwards. */
    push(event: LiveEvent): void {
      if (isFor(event)) write(event.frame)
    },
    /** Sends the missed events in one write. */
    replay(events: readonly LiveEvent[]): void {
      const text = events
        .filter(isFor)
        .map(({ frame }) => frame)
        .join('')
      if (text.length > replayedAtMost) write(resync)
      else response.write(text)
    },
    resync: () => write(resync),
    /**
     * Keeps the connection open. Closes the connection if the reader has read nothing for a minute.
     */
    beat(): void {
      if (behindSince !== undefined && performance.now() - behindSince > stalledAfterMs)
        response.destroy()
      else write(': still there\n\n')
    },
    end: () => void response.end(),
  }
}
