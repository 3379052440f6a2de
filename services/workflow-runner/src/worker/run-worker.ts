import { WorkflowRunAdhoc, WorkflowRunHigh, WorkflowRunNormal } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import { startJobWorker } from '@atrium/messaging'
import type { Kysely } from 'kysely'
import type { Deps } from '../deps.ts'
import { onCancelled } from '../runs/announce-cancelled.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { createFreshStatistics } from './fresh-statistics.ts'
import { sweepOldRuns } from './retention.db.ts'
import { createRunWriter } from './run-writer.db.ts'
import { failMislaidRuns, failRunsOfDeadWorkers, failRunsOfLastLife } from './settle-orphans.ts'
import { createLease, leaseSeconds } from './worker-lease.ts'

interface Work {
  name: string
  everyMs: number
  run(signal: AbortSignal): Promise<void>
}

/** Everything in this process that works off runs. */
export interface RunWorker {
  background: readonly Work[]
  start(): Promise<void>
  stop(graceMs: number): Promise<void>
}

/** The slots of this process for runs and one-off chains, with the sweeps that keep rows and slots honest. */
export function createRunWorker(deps: Deps): RunWorker {
  const { db, bus, settings } = deps
  const dispatchers: Dispatcher[] = []
  const abandonAll = (): void => {
    for (const each of dispatchers) each.abandon(each.running())
  }
  const lease = createLease(db, settings.slots + settings.adhocSlots, abandonAll)
  const writer = createRunWriter(db, lease.id)
  const shared = { deps, writer, workerId: lease.id }
  const runs = createDispatcher({ ...shared, queue: 'workflow-run', slots: settings.slots })
  const chains = createDispatcher({ ...shared, queue: 'workflow-run-adhoc', slots: settings.adhocSlots })
  dispatchers.push(runs, chains)
  const stops: (() => Promise<void> | void)[] = []
  let suspects = new Set<string>()
  let registered = false

  // What the rows say against what goes on here: cancelled elsewhere, or held on paper only.
  const compare = async (): Promise<void> => {
    const before = new Set(dispatchers.flatMap((each) => each.running()))
    const rows = await db
      .selectFrom('runs')
      .select('id')
      .where('status', '=', 'running')
      .where('worker_id', '=', lease.id())
      .execute()
    const held = new Set(rows.map((row) => row.id))
    for (const each of dispatchers)
      each.abandon(each.running().filter((id) => before.has(id) && !held.has(id)))
    const now = new Set(dispatchers.flatMap((each) => each.running()))
    const unknown = [...held].filter((id) => !now.has(id) && !before.has(id))
    await failMislaidRuns(
      db,
      unknown.filter((id) => suspects.has(id)),
    )
    suspects = new Set(unknown)
  }
  const reap = async (): Promise<void> => {
    // After an outage everybody's lease looks old for a moment.
    if (lease.steadyMs(Date.now()) > (leaseSeconds + 2) * 1_000) await failRunsOfDeadWorkers(db)
  }
  return {
    background: [
      { name: 'run-lease', everyMs: 5_000, run: async () => void (registered && (await lease.renew())) },
      { name: 'run-compare', everyMs: 2_000, run: compare },
      { name: 'run-orphans', everyMs: 5_000, run: reap },
      {
        // A row whose message was lost is found here.
        name: 'run-queues',
        everyMs: 1_000,
        async run() {
          for (const each of dispatchers) each.poke()
        },
      },
      { name: 'run-statistics', everyMs: 3_000, run: createFreshStatistics(db) },
      {
        name: 'run-retention',
        everyMs: 600_000,
        run: async (signal) => void (await sweepOldRuns(db, settings.retentionDays, signal)),
      },
    ],
    async start() {
      await lease.register()
      registered = true
      await failRunsOfLastLife(db)
      stops.push(
        onCancelled(bus, (ids) => {
          for (const each of dispatchers) each.abandon(ids)
        }),
      )
      const letters = db as unknown as Kysely<PlatformTables>
      for (const [job, dispatcher] of [
        [WorkflowRunHigh, runs],
        [WorkflowRunNormal, runs],
        [WorkflowRunAdhoc, chains],
      ] as const) {
        stops.push(await startJobWorker(bus, job, { slots: 1, handle: () => dispatcher.look() }, letters))
      }
      for (const each of dispatchers) each.poke()
    },
    async stop(graceMs) {
      const taking = stops.splice(0).map((stop) => stop())
      await Promise.all([...dispatchers.map((each) => each.stop(graceMs)), ...taking])
      await lease.release()
    },
  }
}
