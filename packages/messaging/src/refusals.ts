import type { ConsumerMessages } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'
import { isRefusal } from './is-refusal.ts'

/**
 * The pause in milliseconds before a refused consumer is created again. An operator has to change
 * its permissions first.
 */
const refusedPauseMs = 5_000
const brokenPauseMs = 250

/** Returns the milliseconds to wait before the consumer is opened again after this error. */
export const pauseAfter = (error: unknown): number =>
  isRefusal(error) ? refusedPauseMs : brokenPauseMs

/**
 * Calls `refused` if NATS refuses a pull, an acknowledgement or a request about the consumer. The
 * client only reports such refusals as connection status, and would wait forever. Returns a
 * function that stops watching.
 */
export function watchRefusals(
  bus: Bus,
  consumer: string,
  refused: (error: Error) => void,
): () => void {
  return bus.watch((status) => {
    if (status.type !== 'error' || !(status.error instanceof errors.PermissionViolationError))
      return
    const { subject } = status.error
    if (subject.startsWith('$JS.') && subject.split('.').includes(consumer)) refused(status.error)
  })
}

/**
 * Ends the messages with an error if the connection was lost or two heartbeats are missing.
 * Otherwise the client would first ask for the consumer's state, and wait 30 s after each failure.
 * Use this only if the reader is never slow, because the client requests more messages between two
 * reads.
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
