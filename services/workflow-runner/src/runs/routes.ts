import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Ctx, Deps } from '../deps.ts'
import { cancelRun } from './cancel-run.ts'
import { fireByHand } from './fire-by-hand.ts'
import { readQueueHistory } from './queue-history.db.ts'
import { queueStats } from './queue-stats.db.ts'
import { readLatestRun, readRun, readRuns } from './read-runs.ts'
import { runAgain } from './run-again.ts'
import type { RunEnds } from './run-ends.ts'
import { createRunWatching } from './watch-run.ts'

type RunCall = Pick<Ctx, 'principal'> & { params: { id: string; runId: string } }
const toKey = ({ principal: { orgId }, params: { id, runId } }: RunCall) => ({
  orgId,
  workflowId: id,
  runId,
})

/**
 * Mounts the operator statistics. Must run before the workflow routes, because their paths would
 * match too.
 */
export function statsRoutes(app: Hono<AppEnv>, { db }: Deps): void {
  mount(app, operations.getQueueStats, () => queueStats(db))
  mount(app, operations.getQueueHistory, () => readQueueHistory(db))
}

export function runRoutes(app: Hono<AppEnv>, deps: Deps, runEnds: Pick<RunEnds, 'listen'>): void {
  const { db } = deps
  mount(app, operations.runWorkflow, { db }, (call) =>
    fireByHand(deps, call, { workflowId: call.params.id, input: call.body?.input }),
  )
  mount(app, operations.listRuns, async (call) => ({
    items: await readRuns(deps, call, { workflowId: call.params.id, before: call.query.before }),
  }))
  mount(app, operations.getLatestRun, (call) => readLatestRun(deps, call, call.params.id))
  mount(app, operations.getRun, (call) => readRun(deps, toKey(call)))
  mount(app, operations.runAgain, { db }, (call) =>
    runAgain(deps, call, { key: toKey(call), wanted: call.body?.node }),
  )
  mount(app, operations.cancelRun, { db }, (call) => cancelRun(deps, call, toKey(call)))
  const watch = createRunWatching(deps, runEnds)
  mount(app, operations.watchRun, (call) => watch(call.c, toKey(call)))
}
