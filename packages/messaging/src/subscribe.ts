import type { Msg, Subscription } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'
import { keepOpen } from './keep-open.ts'

export interface SubscribeOptions {
  /** The subscription's name in log lines and metrics, without ids: `live-text`. */
  readonly name: string
  /** If set, only one subscriber in the queue group receives each message. */
  readonly queue?: string
  onMessage(message: Msg): void
}

/**
 * Subscribes to messages outside JetStream, and subscribes again if NATS refuses. Returns a function
 * that unsubscribes.
 */
export function subscribe(bus: Bus, subject: string, options: SubscribeOptions): () => void {
  const { name, queue, onMessage } = options
  const stopping = new AbortController()
  const open = (): Subscription =>
    bus.nc.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback(error, message) {
        if (error === null) onMessage(message)
      },
    })
  let current = open()
  void keepOpen(bus, {
    name,
    subject,
    signal: stopping.signal,
    untilEnded: () => current.closed,
    openAgain: async () => {
      current = open()
    },
  })
  return () => {
    stopping.abort()
    current.unsubscribe()
  }
}
