import {
  commonErrors,
  type NodeRun,
  type TriedRun,
  type TryWorkflow,
  type WorkflowGraph,
  workflowErrors,
} from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import {
  brokenStructure,
  executeRun,
  type NodeOutputs,
  type NodeRecord,
  type RunEffects,
  type RunPlan,
} from '../engine/index.ts'
import type { NodePorts } from '../nodes/ports.ts'
import { skillsOfOrg } from '../skills/find-skill.ts'
import { createPatternMatches } from '../worker/memory/pattern-matches.ts'
import { createRunMemory } from '../worker/memory/run-memory.ts'
import { runValues } from '../worker/run-values.ts'
import { withoutChainParams } from '../workflows/chain-params.ts'
import { getWorkflow } from '../workflows/read-workflow.ts'
import { earlierOutputs, graphOfRow } from './earlier-outputs.ts'
import { listPinRows } from './pins.db.ts'
import { planTry } from './plan-try.ts'
import { standInNodes } from './stand-in-nodes.ts'

/** The tries at once, in all and of one organisation. */
const mostTries = { all: 8, ofOrg: 2 } as const

function createTrySlots() {
  const running = new Map<string, number>()
  let all = 0
  const change = (orgId: string, by: 1 | -1): void => {
    const count = (running.get(orgId) ?? 0) + by
    if (count === 0) running.delete(orgId)
    else running.set(orgId, count)
    all += by
  }
  return {
    async use<R>(orgId: string, work: () => Promise<R>): Promise<R> {
      if (all >= mostTries.all || (running.get(orgId) ?? 0) >= mostTries.ofOrg) {
        throw commonErrors.rate_limited({
          message: 'Too many tries are running at once. Try again in a moment.',
          details: { retryAfterSeconds: 2 },
        })
      }
      change(orgId, 1)
      try {
        return await work()
      } finally {
        change(orgId, -1)
      }
    },
  }
}

const longestMs = 20_000
/** The limit for the item data of all tries in a process. */
const mostBytes = 64 * 1024 * 1024
const tooLong = `A try can last at most ${longestMs / 1_000} seconds`

export function createTries(deps: Deps) {
  const { db, registry } = deps
  const patterns = createPatternMatches()
  const memory = createRunMemory(mostBytes)
  const slots = createTrySlots()

  const perform = async (
    plan: RunPlan,
    nodes: ReturnType<typeof standInNodes>,
    signal: AbortSignal,
  ) => {
    const { orgId } = plan
    const lane = orgId ?? ''
    const records = new Map<string, NodeRecord>()
    const share = memory()
    const findSkill = skillsOfOrg(db, orgId)
    const cursors = new Map<string, string>()
    const graph = JSON.stringify(plan.graph.nodes)
    const values = await runValues(deps, { graph }, plan, signal)
    const effects: RunEffects<NodePorts> = {
      lookup: nodes.lookup,
      ports: registry.ports,
      env: deps.config.env,
      now: () => deps.now().getTime(),
      started: () => undefined,
      finished: (record) => void records.set(record.nodeId, record),
      show: () => {},
      cancelled: signal,
      deadline: () => ({ signal, clear: () => {} }),
      ...deps.turns(lane),
      match: patterns.of(lane),
      hold: share.hold,
      watermark: async () => null,
      ledger: {
        verdicts: async () => new Map(),
        record: async (_source, verdicts) => new Set(verdicts.keys()),
        claim: async (_source, ids) => new Set(ids),
      },
      reads: {
        known: async () => new Map(),
        waiting: async () => ({ due: [], later: [], refusedOften: { count: 0, titles: [] } }),
      },
      cursors: {
        read: async (key) => cursors.get(key),
        write: async (key, token) => void cursors.set(key, token),
        clear: async (key) => void cursors.delete(key),
      },
      calls: { check: async () => {}, results: async () => [] },
      findSkill,
    }
    const outcome = await executeRun({ ...plan, values }, effects).finally(share.release)
    return { error: signal.aborted ? tooLong : outcome.error, records: [...records.values()] }
  }

  const attempt = async (
    { principal: { orgId, userId } }: Pick<Ctx, 'principal'>,
    workflowId: string,
    { graph: given, node, input }: TryInput,
  ): Promise<TriedRun> => {
    const saved = await getWorkflow(db, orgId, workflowId)
    const drawn = given ?? graphOfRow(saved)
    if (drawn === undefined) throw workflowErrors.workflow_invalid()
    const graph: WorkflowGraph = withoutChainParams(drawn)
    const earlier =
      input !== undefined && 'fromRun' in input
        ? await earlierOutputs(deps, { orgId, workflowId, runId: input.fromRun }, graph)
        : undefined
    const pins = new Map<string, NodeOutputs>(
      (await listPinRows(db, orgId, workflowId)).map((pin) => [pin.node_id, pin.outputs]),
    )
    const createdAt = deps.now()
    const items = input !== undefined && 'items' in input ? input.items : undefined
    const tried = { graph, node, items, earlier, pins, firedAt: createdAt.toISOString() }
    const plan = planTry(tried, registry.lookup)
    refuseBroken(plan, registry.lookup)
    const nodes = standInNodes(registry, { deps, earlier: earlier ?? new Map() })
    const runId = deps.newId('run')
    const run = { runId, workflowId, orgId, userId, trigger: 'manual' as const }
    const { error, records } = await perform(
      { ...run, ...plan },
      nodes,
      AbortSignal.timeout(longestMs),
    )
    const at = createdAt.toISOString()
    return {
      id: runId,
      workflowId,
      trigger: run.trigger,
      error,
      status: error === null ? 'completed' : 'failed',
      createdAt: at,
      startedAt: at,
      finishedAt: deps.now().toISOString(),
      nodes: records
        .filter(({ nodeId }) => node === undefined || nodeId === node)
        .toSorted((a, b) => a.position - b.position)
        .map(toNodeRun),
      wouldDo: nodes.wouldDo,
    }
  }

  return {
    /**
     * Tries a workflow without effects and without a run row. Throws `workflow_invalid`,
     * `validation_failed`, `rate_limited`.
     */
    attempt: (
      ctx: Pick<Ctx, 'principal'>,
      workflowId: string,
      input: TryInput,
    ): Promise<TriedRun> => slots.use(ctx.principal.orgId, () => attempt(ctx, workflowId, input)),
    stop: patterns.stop,
  }
}

type TryInput = Pick<TryWorkflow, 'graph' | 'node' | 'input'>

function refuseBroken(
  plan: Pick<RunPlan, 'graph' | 'partial'>,
  lookup: Deps['registry']['lookup'],
): void {
  const problems = brokenStructure(plan, lookup)
  if (problems.length === 0) return
  const errors = problems.map(({ code, path, message }) => ({
    path,
    code,
    message: `${code}: ${message}`,
  }))
  throw workflowErrors.workflow_invalid({ message: 'The workflow cannot run', details: { errors } })
}

const iso = (millis: number | null): string | null =>
  millis === null ? null : new Date(millis).toISOString()

const toNodeRun = ({ position: _, ...record }: NodeRecord): NodeRun => ({
  ...record,
  signalSamples: record.signalSamples === null ? null : [...record.signalSamples],
  startedAt: iso(record.startedAt),
  finishedAt: iso(record.finishedAt),
})
