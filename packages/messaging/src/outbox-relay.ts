import { backOff, onOutbox, type PlatformTables } from '@atrium/database'
import type { Kysely } from 'kysely'
import type { Bus } from './bus.ts'
import { orAborted, pause } from './pause.ts'
import { measureAge, relayBatch } from './relay-batch.ts'
import { ensureStreams } from './streams.ts'

export interface OutboxRelayOptions {
  db: Kysely<PlatformTables>
  bus: Bus
  /** The schema whose outbox this is; one relay per schema works at a time across replicas. */
  schema: string
  /** Poll interval in milliseconds, for rows without a wake-up; 250 by default. */
  pollMs?: number
}

const rowsAtOnce = 500

/**
 * Publishes outbox rows in their order, the id as message id, and deletes them. Commits of this process wake it; it
 * polls for others. A row without acknowledgement is published again; an impossible one is dead-lettered.
 */
export function startOutboxRelay(options: OutboxRelayOptions): { stop(): Promise<void> } {
  const { db, bus, schema, pollMs = 250 } = options
  const stopping = new AbortController()
  let waking = new AbortController()
  const wake = (): void => {
    // A second abort of the same signal has no effect and costs an exception with its stack.
    if (!waking.signal.aborted) waking.abort()
  }
  const unsubscribe = onOutbox(db, wake)

  const run = async (): Promise<void> => {
    let failures = 0
    while (!stopping.signal.aborted) {
      waking = new AbortController()
      try {
        const connected = bus.isConnected()
        const sent = connected ? await relayBatch(bus, db, { schema, limit: rowsAtOnce }) : 0
        // The metric of the oldest row's age stays true while NATS is away.
        if (!connected) await measureAge(bus, db)
        failures = 0
        if (sent === 0) await pause(pollMs, waking.signal)
      } catch (error) {
        failures += 1
        if (failures === 1) bus.logger.warn({ err: error }, '[outbox] cannot publish, trying again')
        await orAborted(ensureStreams(bus), stopping.signal).catch(() => {})
        await pause(backOff(failures, 100, 2_000), stopping.signal)
      }
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      unsubscribe()
      wake()
      await running
    },
  }
}
