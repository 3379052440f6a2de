import type { EventEnvelope } from '@atrium/contracts'
import type { JsMsg } from '@nats-io/jetstream'
import { z } from 'zod'

const Envelope = z.object({
  id: z.string(),
  type: z.string(),
  orgId: z.string().nullable(),
  occurredAt: z.string(),
  data: z.unknown(),
})

/** What the relay wrote around the data; undefined when the message is something else. */
export function parseEnvelope(message: JsMsg): EventEnvelope | undefined {
  try {
    return Envelope.parse(message.json())
  } catch {
    return undefined
  }
}

/** The request that caused a message, else the message's own id. */
export const requestIdOf = (message: JsMsg, envelope: EventEnvelope): string =>
  message.headers?.get('x-request-id') || envelope.id
