import {
  commonErrors,
  type NodeRun,
  type ZenAnswer,
  type ZenPrompt,
  zenErrors,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { isRecord, ownPath } from '../engine/index.ts'
import { linearGraph } from '../nodes/linear-graph.ts'
import { queueChain } from '../runs/queue-runs.ts'
import { readChainRun } from '../runs/read-runs.ts'

const toWorkflowId = (id: string): string => `internal:zen:${id}`
const sampleBytes = 65_536

/**
 * Asks a model one question as a one-off chain. Throws `not_configured` if no model is available.
 */
export function askZen(deps: Deps, { principal, tx }: Ctx, { prompt, skill, text }: ZenPrompt) {
  if (deps.registry.lookup('agent') === undefined)
    throw commonErrors.not_configured({
      message: 'Questions are not configured, because no language model is connected',
    })
  const id = deps.newId('zen')
  const params = {
    prompt,
    tools: [],
    maxSteps: 2,
    sampleBytes,
    ...(skill === undefined ? {} : { skill }),
  }
  // The agent treats its item's texts as data.
  const item = {
    json: { firedAt: deps.now().toISOString(), ...(text === undefined ? {} : { text }) },
  }
  return inTransaction(deps.db, tx, async (tx) => {
    const graph = linearGraph({ id: 'agent', type: 'agent', params })
    const { orgId, userId: ownerId } = principal
    const runId = await queueChain(deps, tx, {
      workflowId: toWorkflowId(id),
      orgId,
      ownerId,
      graph,
      item,
    })
    return { id, runId }
  })
}

/** Returns the response to a question, only to the user who asked. Throws `not_found`. */
export async function readZen(deps: Deps, { principal }: Ctx, id: string): Promise<ZenAnswer> {
  const found = await readChainRun(deps, principal.orgId, toWorkflowId(id))
  if (found === undefined || found.ownerId !== principal.userId) throw zenErrors.not_found()
  const { run } = found
  const agent = run.nodes.find(({ nodeId }) => nodeId === 'agent')
  const json = agent?.sample?.items[0]?.json
  const text = isRecord(json) ? ownPath(json, ['text']) : undefined
  return {
    id,
    runId: run.id,
    status: run.status,
    error:
      run.error ??
      (run.status === 'completed' && typeof text !== 'string' ? findReason(agent) : null),
    createdAt: run.createdAt,
    finishedAt: run.finishedAt,
    answer: run.status === 'completed' && typeof text === 'string' ? text : null,
    truncated: agent?.sample?.truncated ?? false,
    fix: agent?.fix ?? null,
    usage: agent?.usage ?? null,
  }
}

/** Returns why an agent ended without a response: the reason and remedy of its only item. */
function findReason(agent: NodeRun | undefined): string | null {
  const [sample] = agent?.signalSamples ?? []
  if (!isRecord(sample) || typeof sample['failed'] !== 'string') return agent?.message ?? null
  const { failed, remedy } = sample
  return typeof remedy === 'string' ? `${failed} (${remedy})` : failed
}
