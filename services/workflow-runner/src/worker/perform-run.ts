import type { WorkflowItem } from '@atrium/contracts'
import { isDatabaseAway } from '@atrium/database'
import { SpanKind } from '@opentelemetry/api'
import type { Deps } from '../deps.ts'
import {
  CancelledError,
  executeRun,
  type NodeRecord,
  type RunEffects,
  type RunOutcome,
} from '../engine/index.ts'
import type { NodePorts } from '../nodes/ports.ts'
import type { ClaimedRun } from './claim-runs.db.ts'
import { outlast } from './outlast.ts'
import type { RunWriter } from './run-writer.db.ts'

/** The reason of an abort when the process stops. */
export const shutdown = Symbol('shutdown')
/** Node rows that wait to be written together with later ones; each may carry a sample. */
const mostUnwritten = 100
const restarted = 'The server restarted while this run was going'

/** For how long a run waits for a database that is away before it calls its next node; docs/adr/0010. */
const progressPatienceMs = 60_000
const outcomePatienceMs = 600_000

const refused = (error: string): RunOutcome => ({ status: 'failed', error, watermarks: {} })
const idle: RunOutcome = {
  status: 'cancelled',
  error: 'The workflow was deactivated before the run started',
  watermarks: {},
}

/**
 * Runs what was claimed and writes what comes of it. Never throws for what is in the run: a poisoned row fails
 * its own run and nothing else.
 */
export async function performRun(
  deps: Deps,
  writer: RunWriter,
  run: ClaimedRun,
  controller: AbortController,
): Promise<RunOutcome> {
  // Whatever a run does carries its id as request id, so that what comes of it knows its cause.
  const span = { name: 'run', kind: SpanKind.INTERNAL, requestId: run.id, traceparent: run.trace }
  return deps.bus.tracing.span(span, () => perform(deps, writer, run, controller))
}

async function perform(
  deps: Deps,
  writer: RunWriter,
  run: ClaimedRun,
  controller: AbortController,
): Promise<RunOutcome> {
  const unwritten = new Map<string, NodeRecord>()
  let outcome: RunOutcome
  try {
    outcome = await outcomeOf(deps, writer, run, controller, unwritten)
  } catch (error) {
    deps.logger.error({ err: error, runId: run.id }, 'a run broke')
    outcome = refused(error instanceof Error ? error.message : String(error))
  }
  if (outcome.status === 'cancelled' && controller.signal.reason === shutdown) outcome = refused(restarted)
  await write(writer, run, outcome, [...unwritten.values()])
  return outcome
}

// The outcome is worth waiting for; only a row that PostgreSQL will never take is given up, with the reason.
async function write(
  writer: RunWriter,
  run: ClaimedRun,
  outcome: RunOutcome,
  records: readonly NodeRecord[],
): Promise<void> {
  const { id, orgId, workflowId, trigger } = run
  const ended = { id, org_id: orgId, workflow_id: workflowId, trigger }
  const finish = (how: RunOutcome, rows: readonly NodeRecord[]): Promise<boolean> =>
    outlast(outcomePatienceMs, undefined, () => writer.finish({ run: ended, outcome: how, records: rows }))
  try {
    await finish(outcome, records)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const reason = `The outcome could not be written: ${error instanceof Error ? error.message : String(error)}`
    await finish(refused(reason), [])
  }
}

async function outcomeOf(
  deps: Deps,
  writer: RunWriter,
  run: ClaimedRun,
  controller: AbortController,
  unwritten: Map<string, NodeRecord>,
): Promise<RunOutcome> {
  if (run.graph === null) return refused('The workflow was deleted before the run started')
  // The Run button works on inactive workflows too.
  if (!run.active && run.trigger !== 'manual') return idle
  const seeds = new Map<string, readonly WorkflowItem[]>()
  for (const node of run.graph.nodes) {
    if (deps.registry.lookup(node.type)?.category !== 'trigger') continue
    if (run.seeds.nodes === null || run.seeds.nodes.includes(node.id)) seeds.set(node.id, [run.seeds.item])
  }
  // A run that waits for its database is still cancelled, and one that is nobody's or another's goes no further.
  const progress = async (records: readonly NodeRecord[]): Promise<void> => {
    const write = () => writer.progress(run.id, records)
    const going = await outlast(progressPatienceMs, controller.signal, write).catch((error: unknown) => {
      // They go with the outcome, unless the run knows better by then.
      for (const each of records) if (!unwritten.has(each.nodeId)) unwritten.set(each.nodeId, each)
      throw error
    })
    if (going) return
    controller.abort()
    throw new CancelledError('The run has ended, or is another worker’s')
  }
  const share = deps.memory()
  const effects: RunEffects<NodePorts> = {
    lookup: deps.registry.lookup,
    ports: deps.registry.ports,
    env: deps.env,
    now: Date.now,
    started(record, instant) {
      unwritten.set(record.nodeId, record)
      if (instant && unwritten.size < mostUnwritten) return undefined
      const records = [...unwritten.values()]
      unwritten.clear()
      return progress(records)
    },
    finished: (record) => void unwritten.set(record.nodeId, record),
    cancelled: controller.signal,
    deadline(millis) {
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(), millis)
      return { signal: controller.signal, clear: () => clearTimeout(timer) }
    },
    ...deps.turns(run.lane),
    match: deps.patterns.of(run.lane),
    hold: share.hold,
    watermark: (key) =>
      outlast(progressPatienceMs, controller.signal, () => watermarkOf(deps, run.workflowId, key)),
  }
  return executeRun(
    {
      runId: run.id,
      workflowId: run.workflowId,
      orgId: run.orgId,
      userId: run.ownerId,
      trigger: run.trigger,
      graph: run.graph,
      seeds,
    },
    effects,
  ).finally(share.release)
}

async function watermarkOf(deps: Deps, workflowId: string, key: string): Promise<unknown> {
  const row = await deps.db
    .selectFrom('watermarks')
    .select('value')
    .where('workflow_id', '=', workflowId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value ?? null
}
