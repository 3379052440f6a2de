import { isDatabaseAway } from '@atrium/database'
import { inSpan } from '@atrium/telemetry'
import { SpanKind } from '@opentelemetry/api'
import type { Seeds } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  CancelledError,
  executeRun,
  type NodeRecord,
  type ParkedRun,
  type RunEffects,
  type RunOutcome,
  runExpirySeconds,
} from '../engine/index.ts'
import { importLedger, sourceReads, syncCursors } from '../imports/run-services.ts'
import type { NodePorts } from '../nodes/ports.ts'
import { liveTexts } from '../runs/live-texts.ts'
import type { RunEnd } from '../runs/run-ends.ts'
import { skillsOfOrg } from '../skills/find-skill.ts'
import { workflowCalls } from './calls/workflow-calls.ts'
import { type ClaimedRun, readWatermark, shownTrigger } from './claim-runs.db.ts'
import { keepItems } from './keep-items.ts'
import type { createPatternMatches } from './memory/pattern-matches.ts'
import type { createRunMemory } from './memory/run-memory.ts'
import { parkRun } from './park-run.ts'
import { retryDatabase } from './retry-database.ts'
import type { RunWriter } from './rows/run-writer.db.ts'
import { createPlan } from './run-plan.ts'
import { runValues } from './run-values.ts'
import { endContinued, type HeldSnapshot, holdSnapshot } from './woken-run.ts'

interface Performance {
  deps: Deps
  resources: {
    memory: ReturnType<typeof createRunMemory>
    patterns: ReturnType<typeof createPatternMatches>
  }
  writer: RunWriter
  run: ClaimedRun
  controller: AbortController
  workerId(): string
}

/** `end` is undefined unless this run has written it. */
interface Performed {
  outcome: RunOutcome['status'] | 'parked'
  end?: RunEnd | undefined
}

export const shutdown = Symbol('shutdown')
const expired = Symbol('expired')
const deactivation = Symbol('deactivation')
/** The limit of unwritten node rows. Each row may contain a sample. */
const mostUnwritten = 100
const cutShort: ReadonlyMap<unknown, string> = new Map([
  [shutdown, 'The server restarted during this run. Run the workflow again.'],
  [expired, `The run lasted longer than ${runExpirySeconds} seconds`],
])

/**
 * The longest wait for an unavailable database, before the next node and for the outcome;
 * docs/adr/0010.
 */
const progressRetryMs = 60_000
const outcomeRetryMs = 600_000

const failed = (error: string): RunOutcome => ({ status: 'failed', error, watermarks: {} })
const cancelled: RunOutcome = { status: 'cancelled', error: null, watermarks: {} }
const deactivated: RunOutcome = {
  status: 'cancelled',
  error:
    'The workflow was deactivated before the run started or while it waited. Activate it and run it again.',
  watermarks: {},
}
const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Rejects if the outcome cannot be written. If the row is invalid, only its own run fails. */
export function performRun(performance: Performance): Promise<Performed> {
  const { id, trace } = performance.run
  // The run id is the request id for everything done in the run.
  const span = {
    name: 'run',
    kind: SpanKind.INTERNAL,
    requestId: id,
    traceparent: trace ?? undefined,
  }
  return performance.deps.bus.tracing.span(span, () => perform(performance))
}

async function perform(performance: Performance): Promise<Performed> {
  const { deps, run, controller, workerId } = performance
  const unwritten = new Map<string, NodeRecord>()
  const called = new Set<string>()
  const snapshot = holdSnapshot(deps, run, workerId)
  const expiry = setTimeout(() => controller.abort(expired), runExpirySeconds * 1_000 - run.awakeMs)
  let outcome: RunOutcome
  try {
    const end = await execute(performance, { unwritten, called }, snapshot)
    if (end.status !== 'parked') outcome = end
    else if (await park(performance, unwritten, end)) return { outcome: 'parked' }
    else outcome = cancelled
  } catch (error) {
    // An aborted run's waits reject with the reason of the abort.
    outcome = controller.signal.aborted ? cancelled : failed(toMessage(error))
    if (!controller.signal.aborted) deps.logger.error({ err: error, runId: run.id }, 'a run broke')
  } finally {
    clearTimeout(expiry)
  }
  const cut = outcome.status === 'cancelled' ? cutShort.get(controller.signal.reason) : undefined
  if (cut !== undefined) {
    // The run has had no effect since it woke. Another worker restarts it from its snapshot when
    // the lease expires.
    if (controller.signal.reason === shutdown && snapshot.held()) return { outcome: 'parked' }
    outcome = failed(cut)
  }
  await keepItems(deps, run, outcome)
  const lost = cut === undefined ? [] : [...called]
  const end = await write(performance, outcome, [...unwritten.values()], lost)
  if (end !== undefined && run.continued) await endContinued(deps, run, outcome)
  return { outcome: outcome.status, end }
}

// If the run cannot be parked, the run and its waiting nodes fail with the reason.
async function park(
  performance: Performance,
  unwritten: Map<string, NodeRecord>,
  parked: ParkedRun,
) {
  const { deps, run, controller, workerId } = performance
  const waiting = [...unwritten.values()].filter(({ status }) => status === 'running')
  try {
    if (unwritten.size > 0) await writeProgress(performance, unwritten)
    await retryDatabase(progressRetryMs, controller.signal, () =>
      parkRun(deps, workerId(), run, parked),
    )
    return true
  } catch (error) {
    if (error instanceof CancelledError || controller.signal.aborted) return false
    const finishedAt = deps.now().getTime()
    const reason = { status: 'failed' as const, error: toMessage(error), finishedAt }
    for (const record of waiting) unwritten.set(record.nodeId, { ...record, ...reason })
    throw error
  }
}

// If PostgreSQL rejects the outcome, a failure with the reason replaces it. Returns undefined if
// the run had already ended.
async function write(
  { writer, run }: Performance,
  outcome: RunOutcome,
  records: readonly NodeRecord[],
  lost: readonly string[],
): Promise<RunEnd | undefined> {
  const ended = {
    id: run.id,
    org_id: run.orgId,
    workflow_id: run.workflowId,
    trigger: shownTrigger(run),
  }
  const finish = (outcome: RunOutcome, records: readonly NodeRecord[]) =>
    retryDatabase(outcomeRetryMs, undefined, () =>
      writer.finish({ run: ended, outcome, records, lost }),
    )
  try {
    return await finish(outcome, records)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    return await finish(failed(`The outcome could not be written: ${toMessage(error)}`), [])
  }
}

/**
 * True if this run was started by a failure in the same owner's workflow. Only read for inactive
 * workflows, because seeds are large.
 */
function isOwnErrorRun(run: ClaimedRun): boolean {
  const { errorOf, needsActive = false } = JSON.parse(run.seeds) as Seeds
  return errorOf !== undefined && !needsActive
}

interface Progress {
  unwritten: Map<string, NodeRecord>
  called: Set<string>
}

async function execute(
  performance: Performance,
  { unwritten, called }: Progress,
  snapshot: HeldSnapshot,
) {
  const { deps, resources, run, controller } = performance
  const { registry } = deps
  if (run.graph === null) return failed('The workflow was deleted before the run started')
  // The Run button and a failure of the owner's workflow also start inactive workflows.
  const stopped = !run.active && run.trigger !== 'manual' && !isOwnErrorRun(run)
  if (stopped && !run.continued) return deactivated
  const pace = deps.turns(run.lane)
  const { id: runId, workflowId, orgId } = run
  const retry = <R>(work: () => Promise<R>): Promise<R> =>
    retryDatabase(progressRetryMs, controller.signal, work)
  const woken = await snapshot.load(pace, retry)
  const plan = await createPlan({ ...run, graph: run.graph }, registry, pace, woken)
  const values = await retry(() => runValues(deps, run, plan, controller.signal))
  const findSkill = skillsOfOrg(deps.db, orgId)
  const share = resources.memory()
  const progress = async (instant: boolean): Promise<void> => {
    if (!instant) await snapshot.consume(retry)
    await writeProgress(performance, unwritten)
  }
  // The waiting nodes are recorded as skipped.
  if (stopped) controller.abort(deactivation)
  const effects: RunEffects<NodePorts> = {
    lookup: registry.lookup,
    ports: registry.ports,
    env: deps.config.env,
    now: () => deps.now().getTime(),
    started(record, instant) {
      called.add(record.nodeId)
      unwritten.set(record.nodeId, record)
      return instant && unwritten.size < mostUnwritten ? undefined : progress(instant)
    },
    finished(record) {
      if (record.skipReason !== 'cancelled') called.delete(record.nodeId)
      unwritten.set(record.nodeId, record)
    },
    show: liveTexts(deps.bus, runId),
    inStep: (type, work) => inSpan({ name: `step ${type}`, kind: SpanKind.INTERNAL }, work),
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
    reads: sourceReads(deps.db, { runId, workflowId, orgId }, retry),
    cursors: syncCursors(deps.db, { runId, workflowId, orgId }, retry),
    calls: workflowCalls(deps, run, controller.signal, { retry, ...pace }),
    findSkill: (reference) => retry(() => findSkill(reference)),
  }
  const end = await executeRun({ ...plan, values }, effects).finally(share.release)
  return stopped ? deactivated : end
}

// Throws `CancelledError` if the run has ended or belongs to another worker.
async function writeProgress(
  { writer, run, controller }: Performance,
  unwritten: Map<string, NodeRecord>,
) {
  const records = [...unwritten.values()]
  unwritten.clear()
  const write = () => writer.progress(run.id, records)
  const going = await retryDatabase(progressRetryMs, controller.signal, write).catch(
    (error: unknown) => {
      // They are written with the outcome, unless newer records replace them.
      for (const each of records) if (!unwritten.has(each.nodeId)) unwritten.set(each.nodeId, each)
      throw error
    },
  )
  if (going) return
  controller.abort()
  throw new CancelledError('The run has ended, or another server has taken it over')
}
