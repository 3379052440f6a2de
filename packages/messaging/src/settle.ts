import type { JsMsg } from '@nats-io/jetstream'

/**
 * Tells JetStream about a message: done, not now (again after `millis`), never again, or still at work. On a
 * connection that has been closed it does nothing: JetStream delivers the message again by itself.
 */
export function settle(message: JsMsg, how: 'ack' | 'nak' | 'term' | 'working', millis?: number): void {
  try {
    if (how === 'nak') message.nak(millis)
    else message[how]()
  } catch {
    // The connection is closed.
  }
}
