import type { JsMsg } from '@nats-io/jetstream'
import { settle } from './settle.ts'

export interface InProgress {
  /** Passes the messages on and holds each until it is released. */
  each(source: AsyncIterable<JsMsg>): AsyncGenerator<JsMsg>
  hold(message: JsMsg): void
  release(messages: Iterable<JsMsg>): void
  stop(): void
}

/**
 * Tells JetStream every third of `ackWaitMs` that the held messages are still being worked on, so that a slow
 * handler does not get them delivered a second time.
 */
export function keepInProgress(ackWaitMs: number): InProgress {
  const held = new Set<JsMsg>()
  const timer = setInterval(() => {
    for (const message of held) settle(message, 'working')
  }, ackWaitMs / 3)
  const hold = (message: JsMsg): void => void held.add(message)
  return {
    hold,
    async *each(source) {
      for await (const message of source) {
        hold(message)
        yield message
      }
    },
    release(messages) {
      for (const message of messages) held.delete(message)
    },
    stop: () => clearInterval(timer),
  }
}
