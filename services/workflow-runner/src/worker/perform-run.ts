import type { WorkflowGraph, WorkflowItem } from '@atrium/contracts'
import { isDatabaseAway } from '@atrium/database'
import { SpanKind } from '@opentelemetry/api'
import type { Seeds } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  CancelledError,
  executeRun,
  type NodeRecord,
  type Pace,
  type RunEffects,
  type RunOutcome,
} from '../engine/index.ts'
import { importLedger, syncCursors } from '../imports/run-services.ts'
import type { NodePorts } from '../nodes/ports.ts'
import { type ClaimedRun, readWatermark } from './claim-runs.db.ts'
import type { createPatternMatches } from './pattern-matches.ts'
import { retryDatabase } from './retry-database.ts'
import type { createRunMemory } from './run-memory.ts'
import type { RunWriter } from './run-writer.db.ts'

/** The shared resources of a process's runs. */
export interface RunResources {
  memory: ReturnType<typeof createRunMemory>
  patterns: ReturnType<typeof createPatternMatches>
}

interface Performance {
  deps: Deps
  resources: RunResources
  writer: RunWriter
  run: ClaimedRun
  controller: AbortController
}

/** The reason of an abort when the process stops. */
export const shutdown = Symbol('shutdown')
const longJson = 65_536
/** Node rows that wait to be written together; each may carry a sample. */
const mostUnwritten = 100
const restarted = 'The server restarted while this run was going'

/** The longest wait for a database that is away: before the next node, and for the outcome; docs/adr/0010. */
const progressRetryMs = 60_000
const outcomeRetryMs = 600_000

const failed = (error: string): RunOutcome => ({ status: 'failed', error, watermarks: {} })
const deactivated: RunOutcome = {
  status: 'cancelled',
  error: 'The workflow was deactivated before the run started',
  watermarks: {},
}
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Performs a claimed run and writes its outcome; an invalid row fails its own run only. Rejects when the outcome cannot
 * be written.
 */
export function performRun(performance: Performance): Promise<RunOutcome> {
  const { id, trace } = performance.run
  // The run's id is the request id of all that it does.
  const span = { name: 'run', kind: SpanKind.INTERNAL, requestId: id, traceparent: trace ?? undefined }
  return performance.deps.bus.tracing.span(span, () => perform(performance))
}

async function perform(performance: Performance): Promise<RunOutcome> {
  const { deps, run, controller } = performance
  const unwritten = new Map<string, NodeRecord>()
  let outcome: RunOutcome
  try {
    outcome = await execute(performance, unwritten)
  } catch (error) {
    deps.logger.error({ err: error, runId: run.id }, 'a run broke')
    outcome = failed(messageOf(error))
  }
  if (outcome.status === 'cancelled' && controller.signal.reason === shutdown) outcome = failed(restarted)
  await write(performance, outcome, [...unwritten.values()])
  return outcome
}

// An outcome that PostgreSQL refuses is replaced by a failure with the reason.
async function write(
  { writer, run }: Performance,
  outcome: RunOutcome,
  records: readonly NodeRecord[],
): Promise<void> {
  const ended = { id: run.id, org_id: run.orgId, workflow_id: run.workflowId, trigger: run.trigger }
  const finish = (outcome: RunOutcome, records: readonly NodeRecord[]): Promise<boolean> =>
    retryDatabase(outcomeRetryMs, undefined, () => writer.finish({ run: ended, outcome, records }))
  try {
    await finish(outcome, records)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await finish(failed(`The outcome could not be written: ${messageOf(error)}`), [])
  }
}

async function execute(performance: Performance, unwritten: Map<string, NodeRecord>): Promise<RunOutcome> {
  const { deps, resources, run, controller } = performance
  const { registry } = deps
  if (run.graph === null) return failed('The workflow was deleted before the run started')
  // The Run button works on inactive workflows, too.
  if (!run.active && run.trigger !== 'manual') return deactivated
  const pace = deps.turns(run.lane)
  const { nodes, item } = await parse<Seeds>(run.seeds, pace)
  const graph = await parse<WorkflowGraph>(run.graph, pace)
  if (pace.due()) await pace.yield()
  const seeds = new Map<string, readonly WorkflowItem[]>()
  for (const node of graph.nodes) {
    if (registry.lookup(node.type)?.category !== 'trigger') continue
    if (nodes === null || nodes.includes(node.id)) seeds.set(node.id, [item])
  }
  const share = resources.memory()
  const { id: runId, workflowId, orgId, ownerId: userId, trigger } = run
  const retry = <R>(work: () => Promise<R>): Promise<R> =>
    retryDatabase(progressRetryMs, controller.signal, work)
  const effects: RunEffects<NodePorts> = {
    lookup: registry.lookup,
    ports: registry.ports,
    env: deps.config.env,
    now: Date.now,
    started(record, instant) {
      unwritten.set(record.nodeId, record)
      return instant && unwritten.size < mostUnwritten ? undefined : writeProgress(performance, unwritten)
    },
    finished: (record) => void unwritten.set(record.nodeId, record),
    cancelled: controller.signal,
    deadline(millis) {
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), millis)
      return { signal: deadline.signal, clear: () => clearTimeout(timer) }
    },
    ...pace,
    match: resources.patterns.of(run.lane),
    hold: share.hold,
    watermark: (key) => retry(() => readWatermark(deps.db, run.workflowId, key)),
    ledger: importLedger(deps.db, { runId, workflowId, orgId }, retry),
    cursors: syncCursors(deps.db, { runId, workflowId, orgId }, retry),
  }
  const plan = { runId, workflowId, orgId, userId, trigger, graph, seeds }
  return executeRun(plan, effects).finally(share.release)
}

// JSON is parsed in one step, so a long text gets a turn of its own.
async function parse<T>(text: string, pace: Pace): Promise<T> {
  if (text.length > longJson || pace.due()) await pace.yield()
  return JSON.parse(text) as T
}

// A run that ended otherwise, or belongs to another worker, goes no further.
async function writeProgress(
  { writer, run, controller }: Performance,
  unwritten: Map<string, NodeRecord>,
): Promise<void> {
  const records = [...unwritten.values()]
  unwritten.clear()
  const write = () => writer.progress(run.id, records)
  const going = await retryDatabase(progressRetryMs, controller.signal, write).catch((error: unknown) => {
    // They are written with the outcome, unless newer records replace them.
    for (const each of records) if (!unwritten.has(each.nodeId)) unwritten.set(each.nodeId, each)
    throw error
  })
  if (going) return
  controller.abort()
  throw new CancelledError('The run has ended, or is another worker’s')
}
