import type { Generated, Selectable } from 'kysely'

/** An event or job, written with its change, to be published by the relay. */
export interface OutboxTable {
  seq: Generated<string>
  id: string
  kind: 'event' | 'job'
  org_id: string | null
  /** The event type or the job subject. */
  type: string
  data: unknown
  /** The cause's W3C `traceparent`. */
  trace: string | null
  request_id: string | null
  occurred_at: Generated<Date>
}
export type OutboxRow = Selectable<OutboxTable>

/** The events handled by a consumer. */
export interface InboxTable {
  consumer: string
  event_id: string
  seen_at: Generated<Date>
}

/** Dead-lettered messages with the reason. */
export interface DeadLetterTable {
  id: Generated<string>
  consumer: string
  subject: string
  message_id: string
  payload: string
  reason: string
  deliveries: number
  set_aside_at: Generated<Date>
}

/** Responses kept for 24 hours under an `Idempotency-Key`. */
export interface IdempotencyTable {
  scope: string
  key: string
  fingerprint: string
  status: number | null
  headers: Record<string, string> | null
  body: string | null
  created_at: Generated<Date>
}

/** The tables in every service's schema in addition to its own. */
export interface PlatformTables {
  outbox: OutboxTable
  inbox: InboxTable
  dead_letters: DeadLetterTable
  idempotency_keys: IdempotencyTable
}
