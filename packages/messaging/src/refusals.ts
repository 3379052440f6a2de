import type { ConsumerMessages } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'
import { isRefusal } from './is-refusal.ts'

/** The pause before a refused consumer is created again, because an operator has to change its permissions first. */
const refusedPauseMs = 5_000
const brokenPauseMs = 250

/** Milliseconds to wait before the consumer is opened again after the error. */
export const pauseAfter = (error: unknown): number => (isRefusal(error) ? refusedPauseMs : brokenPauseMs)

/**
 * Calls `refused` if NATS refuses a pull, an acknowledgement or a request about the consumer. The client only reports
 * these refusals as a status of the connection, and would wait for ever. Returns how to stop watching.
 */
export function watchRefusals(bus: Bus, consumer: string, refused: (error: Error) => void): () => void {
  return bus.watch((status) => {
    if (status.type !== 'error' || !(status.error instanceof errors.PermissionViolationError)) return
    const { subject } = status.error
    if (subject.startsWith('$JS.') && subject.split('.').includes(consumer)) refused(status.error)
  })
}

/**
 * Ends the messages with an error if the connection was lost or two heartbeats are missing. The client would ask for
 * the state of the consumer first, and wait 30 s after each failure. Use it only if the reader is never slow, because
 * the client asks for further messages between two reads.
 */
export function endWhenSilent(bus: Bus, messages: ConsumerMessages): () => void {
  void (async () => {
    for await (const { type } of messages.status()) {
      if (type === 'heartbeats_missed') messages.stop(new Error('NATS sent no heartbeat'))
    }
  })()
  return bus.watch(({ type }) => {
    if (type === 'reconnect') messages.stop(new Error('the connection to NATS was lost'))
  })
}
