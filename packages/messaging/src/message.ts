import type { EventEnvelope } from '@atrium/contracts'
import type { JsMsg } from '@nats-io/jetstream'
import { SpanKind } from '@opentelemetry/api'
import { z } from 'zod'
import type { Bus } from './bus.ts'

const Envelope = z.object({
  id: z.string(),
  type: z.string(),
  orgId: z.string().nullable(),
  occurredAt: z.string(),
  data: z.unknown(),
})

/** A message and the relay's envelope around its data. */
export interface Delivery {
  message: JsMsg
  envelope: EventEnvelope
}

/** Parses the envelope. Undefined if the message is not an event. */
export const parseEnvelope = (message: JsMsg): EventEnvelope | undefined =>
  readEnvelope(message.string())

/** What tracing needs from a handled event. A stored message has no headers. */
export type Handled = Pick<Delivery, 'envelope'> & { message: Pick<JsMsg, 'headers'> }

/** Parses a stored message's text. Undefined if it is not an event. */
export function readEnvelope(text: string): EventEnvelope | undefined {
  try {
    return Envelope.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const readRequestId = ({ message, envelope }: Handled): string =>
  message.headers?.get('x-request-id') || envelope.id

/** Handles a message in a span with the trace and request id of its cause. */
export const traced = <R>(
  bus: Bus,
  name: string,
  delivery: Handled,
  handle: () => Promise<R>,
): Promise<R> =>
  bus.tracing.span(
    {
      name,
      kind: SpanKind.CONSUMER,
      requestId: readRequestId(delivery),
      traceparent: delivery.message.headers?.get('traceparent') || undefined,
    },
    handle,
  )

/** Records one observation and one log line for a handled message. */
export function report(
  bus: Bus,
  {
    kind,
    name,
    delivery,
    options: { outcome, millis },
  }: {
    kind: 'event' | 'job'
    name: string
    delivery: Delivery
    options: { outcome: string; millis: number }
  },
): void {
  const { orgId } = delivery.envelope
  bus.metrics.messages.observe({ kind, name, outcome }, millis / 1000)
  bus.logger.info(
    {
      [kind === 'event' ? 'consumer' : 'queue']: name,
      outcome,
      ms: Math.round(millis * 10) / 10,
      requestId: readRequestId(delivery),
      ...(orgId === null ? {} : { org: orgId }),
    },
    kind,
  )
}

/**
 * Settles a message at JetStream: `ack`, `nak` (redelivery after `millis`), `term` (no redelivery)
 * or `working` (extends the ack wait). Does nothing if the connection is closed, because JetStream
 * then redelivers the message.
 */
export function settle(
  message: JsMsg,
  how: 'ack' | 'nak' | 'term' | 'working',
  millis?: number,
): void {
  try {
    if (how === 'nak') message.nak(millis)
    else message[how]()
  } catch {
    // The connection is closed.
  }
}

/** Extends the ack wait of held messages every third of `ackWaitMs` until they are released. */
export function keepInProgress(ackWaitMs: number) {
  const held = new Set<JsMsg>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const hold = (message: JsMsg): void => {
    if (isStopped) return
    held.add(message)
    // A platform has a hundred consumers, and usually none of them holds a message.
    timer ??= setInterval(() => {
      for (const each of held) settle(each, 'working')
    }, ackWaitMs / 3)
  }
  const rest = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    hold,
    /** Passes messages on and holds each one. */
    async *each(source: AsyncIterable<JsMsg>): AsyncGenerator<JsMsg> {
      for await (const message of source) {
        hold(message)
        yield message
      }
    },
    release(messages: Iterable<JsMsg>): void {
      for (const message of messages) held.delete(message)
      if (held.size === 0) rest()
    },
    /** Stops extending the ack wait. Messages that arrive afterwards are not held. */
    stop(): void {
      isStopped = true
      held.clear()
      rest()
    },
  }
}
