import { asRoutine, backOff, isIdle, onCommit, type PlatformTables } from '@atrium/database'
import type { Kysely } from 'kysely'
import type { Bus } from './bus.ts'
import { orAborted, pause } from './pause.ts'
import { measureAge, outboxConsumer, relayBatch } from './relay-batch.ts'
import { ensureStreams } from './streams.ts'

export interface OutboxRelayOptions {
  db: Kysely<PlatformTables>
  bus: Bus
  /** The schema of the outbox. Only one relay per schema works at a time across replicas. */
  schema: string
  /** The poll interval in milliseconds, for rows without a wake-up. 2,000 by default. */
  pollMs?: number
}

const rowsAtOnce = 500
/** Rows of commits that follow at once, for example the start and the end of a run, join the batch. */
const gatherMs = 5
/** Another replica may have read the outbox just before this one's rows were committed. */
const pauseWhenBusyMs = 100
/** The poll interval while this process writes nothing and NATS is connected. */
const idlePollMs = 10_000

/**
 * Publishes outbox rows in order, with the row id as message id, and deletes them. Commits in this
 * process wake the relay, and it polls for others. Publishes a row again if there is no
 * acknowledgement, and dead-letters a row if it can never be published.
 */
export function startOutboxRelay(options: OutboxRelayOptions): { stop(): Promise<void> } {
  const { db, bus, schema, pollMs = 2_000 } = options
  bus.metrics.deadLetters.inc({ consumer: outboxConsumer }, 0)
  const stopping = new AbortController()
  let waking = new AbortController()
  const wake = (): void => {
    // A second abort has no effect but costs an exception with its stack.
    if (!waking.signal.aborted) waking.abort()
  }
  const unsubscribe = onCommit(db, ['event', 'job'], wake)
  const unwatch = bus.watch(({ type }) => type === 'reconnect' && wake())

  const run = async (): Promise<void> => {
    let failures = 0
    // A wake-up tells that there is a row. Otherwise one statement looks for the rows of others.
    let isWoken = false
    while (!stopping.signal.aborted) {
      waking = new AbortController()
      try {
        const connected = bus.isConnected()
        // Keeps the age metric correct while NATS is down.
        const isFilled: boolean = (isWoken && connected) || (await measureAge(bus, db))
        const sent: number | undefined =
          connected && isFilled ? await relayBatch(bus, db, { schema, limit: rowsAtOnce }) : 0
        failures = 0
        isWoken = sent === rowsAtOnce
        if (isWoken) continue
        // Commits during the batch have aborted the pause.
        const usualMs = connected && isIdle(db) ? Math.max(pollMs, idlePollMs) : pollMs
        const pauseMs = sent === undefined ? Math.min(pauseWhenBusyMs, pollMs) : usualMs
        await pause(pauseMs, waking.signal)
        isWoken = waking.signal.aborted
        if (isWoken) await pause(gatherMs, stopping.signal)
      } catch (error) {
        failures += 1
        if (failures === 1) bus.logger.warn({ err: error }, '[outbox] cannot publish, trying again')
        await orAborted(ensureStreams(bus), stopping.signal).catch(() => {})
        await pause(backOff(failures, 100, 2_000), stopping.signal)
      }
    }
  }
  const running = asRoutine('upkeep', run)
  return {
    async stop() {
      const isWoken = waking.signal.aborted
      stopping.abort()
      unsubscribe()
      unwatch()
      wake()
      await running
      // The last commits of a process would otherwise wait for another one.
      if (isWoken && bus.isConnected())
        await relayBatch(bus, db, { schema, limit: rowsAtOnce }).catch(() => {})
    },
  }
}
