import type { EventEnvelope } from '@atrium/contracts'
import { isFinalRefusal } from '../final-refusal.ts'
import { pause } from '../pause.ts'
import type { Transport } from '../transport.ts'
import { openEventStream } from './event-stream.ts'

/** `resync` means that events are missing and everything on screen has to be reloaded. */
export type LiveChange =
  | { kind: 'event'; event: EventEnvelope }
  | { kind: 'resync' | 'open' | 'lost' }

export interface WatchEventsOptions {
  signal?: AbortSignal
  /** The reader's last event. The first connection continues after it. */
  lastEventId?: string
  /**
   * Returns the milliseconds before the nth reconnection attempt. Defaults to 1 s, doubled up to 30
   * s, minus a random part.
   */
  pauseMs?: (attempt: number) => number
}

const defaultPauseMs = (attempt: number): number =>
  Math.min(30_000, 1_000 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)

/**
 * Yields the active organisation's events until `signal` aborts. Reopens a lost connection and
 * continues after the last event. Throws `AtriumError` if the user is refused.
 */
export async function* watchEvents(
  transport: Pick<Transport, 'request'>,
  { signal, lastEventId: seen, pauseMs = defaultPauseMs }: WatchEventsOptions = {},
): AsyncGenerator<LiveChange> {
  let lastEventId = seen
  let attempt = 0
  let opened = false
  while (!signal?.aborted) {
    const headers = lastEventId === undefined ? undefined : { 'last-event-id': lastEventId }
    try {
      const messages = await openEventStream(transport, '/api/events', signal, headers)
      yield { kind: 'open' }
      // Without a last event the server cannot know what the reader has missed.
      if (opened && lastEventId === undefined) yield { kind: 'resync' }
      opened = true
      attempt = 0
      for await (const { id, event, data } of messages) {
        lastEventId = id ?? lastEventId
        if (event === 'resync') yield { kind: 'resync' }
        else yield { kind: 'event', event: JSON.parse(data) as EventEnvelope }
      }
    } catch (error) {
      if (signal?.aborted) return
      if (isFinalRefusal(error)) throw error
    }
    yield { kind: 'lost' }
    attempt += 1
    await pause(pauseMs(attempt), signal)
  }
}
