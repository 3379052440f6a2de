import {
  cancelRun as cancelOperation,
  getLatestRun,
  getQueueStats,
  getRun,
  listRuns,
  type OrgPrincipal,
  runWorkflow,
  watchRun as watchOperation,
} from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { cancelRun } from './cancel-run.ts'
import { fireByHand } from './fire-by-hand.ts'
import { queueStats } from './queue-stats.db.ts'
import { readLatestRun, readRun, readRuns } from './read-runs.ts'
import type { RunKey } from './runs.db.ts'
import { createRunWatching } from './watch-run.ts'

const keyOf = (principal: OrgPrincipal, params: { id: string; runId: string }): RunKey => ({
  orgId: principal.orgId,
  workflowId: params.id,
  runId: params.runId,
})

/** Mounts what stands before workflows' own paths: the operator's statistics. */
export const statsRoutes = (app: Hono<AppEnv>, deps: Deps): void =>
  mount(app, getQueueStats, () => queueStats(deps.db))

/** Mounts runs: fire, list, look, watch, cancel. */
export function runRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount<typeof runWorkflow, WorkflowDatabase>(
    app,
    runWorkflow,
    ({ principal, params, body, tx }) =>
      fireByHand(deps, { principal, tx }, { workflowId: params.id, input: body?.input }),
    deps.db,
  )
  mount(app, listRuns, async ({ principal, params }) => ({
    items: await readRuns(deps, { principal }, params.id),
  }))
  mount(app, getLatestRun, ({ principal, params }) => readLatestRun(deps, { principal }, params.id))
  mount(app, getRun, ({ principal, params }) => readRun(deps, keyOf(principal, params)))
  mount(app, cancelOperation, ({ principal, params }) =>
    cancelRun(deps, { principal }, keyOf(principal, params)),
  )
  const watch = createRunWatching(deps)
  mount(app, watchOperation, ({ c, principal, params }) => watch(c, keyOf(principal, params)))
}
