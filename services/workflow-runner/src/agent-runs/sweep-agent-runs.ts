import { inTransaction } from '@atrium/database'
import type { Background } from '@atrium/service-kit'
import { openCounter } from '@atrium/telemetry'
import type { Deps } from '../deps.ts'
import { emitChanged } from './agent-runs.db.ts'
import {
  hasOpenAgentRuns,
  lockAbandoned,
  lockUnheeded,
  lockUnwanted,
  loseRuns,
  sweepAgentRuns,
  timeCancels,
} from './leases.db.ts'
import { endByForce, requestCancel } from './queue-agent-run.ts'

const batch = 200
const everyMs = 2_000
const queuedDays = 30

/**
 * Creates the sweeps that fail, cancel and delete agent runs. They may run on every replica at the
 * same time.
 */
export function agentRunSweeps({
  db,
  bus,
  logger,
  config,
  endedByForce,
}: Pick<Deps, 'db' | 'bus' | 'logger' | 'config'> & {
  endedByForce: (runs: number) => void
}): Background[] {
  const lostRuns = openCounter(bus.metrics, {
    name: 'atrium_agent_runs_lost_total',
    help: 'Runs whose agent did not answer any more',
  })
  const lose = async (): Promise<void> => {
    const lost = await inTransaction(db, undefined, async (tx) => {
      const rows = await loseRuns(tx, batch)
      for (const row of rows) await emitChanged(tx, row)
      return rows
    })
    lostRuns.inc(lost.length)
    for (const { id, org_id: org } of lost) logger.warn({ agentRunId: id, org }, 'agent run lost')
  }
  const stopAbandoned = (): Promise<void> =>
    inTransaction(db, undefined, async (tx) => {
      for (const row of await lockAbandoned(tx, batch)) await requestCancel(tx, row)
    })
  const endUnheededRuns = async () => endedByForce(await endUnheeded({ db, logger }))
  return [
    {
      name: 'agent-run-sweeps',
      everyMs,
      rests: true,
      async run() {
        if (!(await hasOpenAgentRuns(db))) return undefined
        const sweeps = [lose, stopAbandoned, endUnheededRuns].map((sweep) => sweep())
        const results = await Promise.allSettled(sweeps)
        for (const result of results) if (result.status === 'rejected') throw result.reason
        return { nextInMs: everyMs }
      },
    },
    { name: 'agent-run-unwanted', everyMs: 60_000, run: () => cancelUnwanted({ db, logger }) },
    {
      name: 'agent-run-retention',
      everyMs: 600_000,
      run: async (signal) => void (await sweepAgentRuns(db, config.agentRunRetentionDays, signal)),
    },
  ]
}

/** Cancels a batch of runs if no agent took them within 30 days, or if their owner has left. */
export const cancelUnwanted = ({ db, logger }: Pick<Deps, 'db' | 'logger'>): Promise<void> =>
  inTransaction(db, undefined, async (tx) => {
    for (const row of await lockUnwanted(tx, queuedDays, batch)) {
      await requestCancel(tx, row)
      logger.info({ agentRunId: row.id, org: row.org_id }, 'agent run cancelled: no agent took it')
    }
  })

/**
 * Cancels a batch of runs if their agent did not stop within 60 seconds after the request. Returns
 * how many.
 */
export const endUnheeded = ({ db, logger }: Pick<Deps, 'db' | 'logger'>): Promise<number> =>
  inTransaction(db, undefined, async (tx) => {
    await timeCancels(tx)
    const rows = await lockUnheeded(tx, batch)
    for (const row of rows) {
      await endByForce(tx, row, 'The agent was asked to stop but did not')
      logger.warn(
        { agentRunId: row.id, org: row.org_id },
        'agent run cancelled: its agent did not stop',
      )
    }
    return rows.length
  })
