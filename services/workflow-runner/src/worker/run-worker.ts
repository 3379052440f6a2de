import { WorkflowRunAdhoc, WorkflowRunHigh, WorkflowRunNormal } from '@atrium/contracts'
import {
  inTransaction,
  isDatabaseAway,
  onCommit,
  type PlatformTables,
  wakeOutbox,
} from '@atrium/database'
import { startJobWorker } from '@atrium/messaging'
import type { Background, NextRound } from '@atrium/service-kit'
import { openCounter } from '@atrium/telemetry'
import type { Kysely } from 'kysely'
import type { QueueName } from '../database.ts'
import type { Deps } from '../deps.ts'
import { createSlotPool, type SlotPool } from '../lanes/slot-pool.ts'
import { onCancelled } from '../runs/cancel-announcements.ts'
import type { RunEnds } from '../runs/run-ends.ts'
import type { RunStarts } from '../runs/run-starts.ts'
import { endCalledRuns } from './calls/end-called-runs.ts'
import {
  type ClaimedRun,
  claimRuns,
  insertAccepted,
  laneHeads,
  type Placed,
  runsHeldBy,
} from './claim-runs.db.ts'
import { failExpiredRuns, failRunsOfDeadWorkers, failUnknownRuns } from './fail-lost-runs.db.ts'
import { createPatternMatches } from './memory/pattern-matches.ts'
import { createRunMemory } from './memory/run-memory.ts'
import { performRun, shutdown } from './perform-run.ts'
import { createBatcher } from './rows/batcher.ts'
import { sweepOldRuns, sweepResults, sweepSnapshots } from './rows/retention.db.ts'
import { chunkLimits } from './rows/row-chunks.ts'
import { createRunWriter } from './rows/run-writer.db.ts'
import { findNextWake, wakeRuns } from './wake-runs.db.ts'
import { createLease, leaseSeconds } from './worker-lease.db.ts'

/** Accepted runs are written together while an earlier batch is on its way to the disk. */
const acceptedAtOnce = {
  limit: 50,
  weight: { of: ({ bytes }: Placed) => bytes, most: chunkLimits.bytes },
  parallel: 2,
}

const wakeEveryMs = 500
const queuesEveryMs = 1_000
const orphansEveryMs = 5_000
const compareEveryMs = 2_000

/** Creates this process's slots for runs and one-off chains, and the sweeps over its runs. */
export function createRunWorker(deps: Deps, runEnds: Pick<RunEnds, 'announce'>) {
  const { db, bus, config, logger } = deps
  const finished = openCounter(bus.metrics, {
    name: 'atrium_runs_finished_total',
    help: 'Runs of workflows that ended, by their status. The platform lost a run if its server died',
    labels: { status: ['completed', 'failed', 'cancelled', 'lost'] },
  })
  const countLost = (runs: number): void => finished.inc({ status: 'lost' }, runs)
  const pools: SlotPool<ClaimedRun>[] = []
  const abort = (ids: readonly string[]): void => {
    for (const pool of pools) pool.abort(ids)
  }
  const running = (): string[] => pools.flatMap((pool) => pool.running())
  const held = (): string[] => pools.flatMap((pool) => [...pool.running(), ...pool.reserved()])
  const pokeAll = (): void => {
    for (const pool of pools) pool.poke()
  }
  const lease = createLease(deps, config.slots + config.adhocSlots, () => abort(running()))
  const writer = createRunWriter(db, lease.id)
  const resources = { memory: createRunMemory(), patterns: createPatternMatches() }
  const createPool = (queue: QueueName, slots: number): SlotPool<ClaimedRun> =>
    createSlotPool<ClaimedRun>({
      slots,
      heads: (after) => laneHeads(db, queue, after),
      claim: (wanted) => claimRuns(db, queue, { workerId: lease.id(), running: running() }, wanted),
      laneOf: ({ lane }) => lane,
      perform: (run, controller) =>
        performRun({ deps, resources, writer, run, controller, workerId: lease.id }).then(
          ({ outcome, end }) => {
            logger.debug({ runId: run.id, org: run.orgId, outcome }, 'run')
            if (outcome === 'parked') return
            finished.inc({ status: outcome })
            runEnds.announce(run.id, end)
            // The caller may be waiting only for this run.
            if (run.rootRunId !== null) wakeSoon()
          },
          // The row stays `running` until the comparison, or the expiry of the lease, fails the
          // run.
          (error: unknown) =>
            logger.error({ err: error, runId: run.id }, 'a run could not be written'),
        ),
      failed: (error) => logger.warn({ err: error, queue }, '[runs] cannot look for work'),
    })
  const runs = createPool('workflow-run', config.slots)
  const chains = createPool('workflow-run-adhoc', config.adhocSlots)
  pools.push(runs, chains)
  const stops: (() => Promise<void> | void)[] = []
  let suspects = new Set<string>()

  // Compares rows with slots. Finds runs cancelled elsewhere, and runs with a row but no slot.
  const compare = async (): Promise<NextRound | undefined> => {
    const [before, heldBefore] = [new Set(running()), new Set(held())]
    const rows = new Set(await runsHeldBy(db, lease.id()))
    abort(running().filter((id) => before.has(id) && !rows.has(id)))
    const now = new Set(held())
    const unknown = [...rows].filter((id) => !now.has(id) && !heldBefore.has(id))
    const certain = unknown.filter((id) => suspects.has(id))
    countLost(await failUnknownRuns(db, certain))
    suspects = new Set(unknown)
    // A silent run must notice its cancel in time, and a suspect needs a second look.
    return held().length + unknown.length > 0 ? { nextInMs: compareEveryMs } : undefined
  }
  const wake = async (): Promise<void> => {
    if ((await wakeRuns(db)) > 0) pokeAll()
  }
  // If several runs end during a check, they share the next check.
  let looks = 0
  const wakeSoon = (): void => {
    looks += 1
    if (looks > 1) return
    void wake()
      .catch((error: unknown) => logger.warn({ err: error }, '[runs] cannot wake parked runs'))
      .finally(() => {
        const again = looks > 1
        looks = 0
        if (again) wakeSoon()
      })
  }
  // Always looks at this pace, but what it queues again ends the rest of others.
  const failLost = async (): Promise<NextRound> => {
    // After a database outage, every lease looks expired for a moment.
    if (lease.steadyMs() > (leaseSeconds + 2) * 1_000) countLost(await failRunsOfDeadWorkers(db))
    await endCalledRuns(deps)
    return { nextInMs: orphansEveryMs }
  }
  const background: Background[] = [
    { name: 'run-lease', everyMs: 5_000, run: () => lease.renew() },
    {
      name: 'run-wakes',
      everyMs: wakeEveryMs,
      rests: true,
      async run() {
        await wake()
        const dueInMs = await findNextWake(db)
        if (lease.hasPeers()) return { nextInMs: wakeEveryMs }
        if (dueInMs === undefined) return undefined
        return { nextInMs: dueInMs > 0 ? dueInMs : wakeEveryMs }
      },
    },
    { name: 'run-compare', everyMs: compareEveryMs, rests: true, run: compare },
    { name: 'run-orphans', everyMs: orphansEveryMs, rests: true, run: failLost },
    // Finds queued rows if their message was lost, or if a worker without a free slot has it.
    {
      name: 'run-queues',
      everyMs: queuesEveryMs,
      rests: true,
      async run() {
        pokeAll()
        return lease.hasPeers() ? { nextInMs: queuesEveryMs } : undefined
      },
    },
    {
      name: 'run-retention',
      everyMs: 600_000,
      async run(signal) {
        await sweepOldRuns(db, config.retentionDays, signal)
        await sweepResults(db, signal)
        await inTransaction(db, undefined, sweepSnapshots)
      },
    },
  ]
  const write = createBatcher<Placed, ClaimedRun | undefined>(
    (batch) => insertAccepted(db, lease.id(), batch),
    { ...acceptedAtOnce, common: isDatabaseAway },
  )
  const starts: RunStarts = {
    async accept(given) {
      const { id, lane } = given.row
      await runs.whenRead()
      const slot = runs.reserve(lane, id)
      try {
        const run = await write({ ...given, begins: slot !== undefined })
        if (run === undefined) return false
        wakeOutbox(db)
        if (slot === undefined) runs.poke()
        else slot.start(run)
        return true
      } finally {
        slot?.free()
      }
    },
  }
  return {
    background,
    starts,
    async start(): Promise<void> {
      await lease.register()
      countLost(await failExpiredRuns(db))
      stops.push(onCancelled(bus, abort), onCommit(db, ['job'], runs.poke))
      const letters = db as unknown as Kysely<PlatformTables>
      for (const [job, pool] of [
        [WorkflowRunHigh, runs],
        [WorkflowRunNormal, runs],
        [WorkflowRunAdhoc, chains],
      ] as const) {
        const handle = async ({ runId }: { runId: string }): Promise<void> => {
          if (!pool.hasStarted(runId)) await pool.look()
        }
        stops.push(await startJobWorker(bus, job, { slots: 1, handle }, letters))
      }
      pokeAll()
    },
    async stop(graceMs: number): Promise<void> {
      const ending = stops.splice(0).map((stop) => stop())
      await Promise.all([...pools.map((pool) => pool.stop(graceMs, shutdown)), ...ending])
      await lease.release()
      await resources.patterns.stop()
    },
  }
}
