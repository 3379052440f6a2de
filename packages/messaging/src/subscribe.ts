import { backOff } from '@atrium/database'
import type { Msg, Subscription } from '@nats-io/nats-core'
import type { Bus } from './bus.ts'
import { pause } from './pause.ts'

export interface SubscribeOptions {
  /** The subscription's name in log lines and metrics, without ids: `live-text`. */
  readonly name: string
  /** If set, only one subscriber in the queue group receives each message. */
  readonly queue?: string
  onMessage(message: Msg): void
}

/** Quick retries do not help, because an operator has to change the permissions first. */
const firstMs = 1_000
const longestMs = 30_000

/**
 * Subscribes to messages outside JetStream. Subscribes again with a back-off if NATS refuses,
 * because the client ends a refused subscription for good, for example after permissions change.
 * Returns a function that unsubscribes.
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

  const keepOpen = async (): Promise<void> => {
    let failures = 0
    while (true) {
      const openedAt = performance.now()
      const reason = await current.closed
      if (hasEnded(bus, stopping.signal)) return
      failures = performance.now() - openedAt > longestMs ? 1 : failures + 1
      bus.metrics.natsRefusals.inc({ name })
      bus.logger.error(
        { err: reason, subject, name },
        '[nats] a subscription ended, subscribing again',
      )
      await pause(backOff(failures, firstMs, longestMs), stopping.signal)
      if (hasEnded(bus, stopping.signal)) return
      current = open()
    }
  }
  void keepOpen()
  return () => {
    stopping.abort()
    current.unsubscribe()
  }
}

const hasEnded = ({ nc }: Bus, signal: AbortSignal): boolean =>
  signal.aborted || nc.isClosed() || nc.isDraining()
