import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { type CallResult, type LeftItem, NodeError, type NodeResult } from '../../engine/index.ts'
import { describeRefusals, leftBy, listUnreached, type Refusal, withLeft } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'

/** Describes a failed call. `at` is the item's index if the run was given a single item. */
export const callFailed = (
  workflowId: string,
  { status, error, left = [] }: CallResult,
  at?: number,
): NodeError =>
  new NodeError(
    `The called workflow ${status === 'failed' ? 'failed' : 'was cancelled'}: ${error ?? 'no reason'}`,
    {
      fix: { label: 'Open the workflow', href: `/workflows/${workflowId}` },
      left: left.flatMap(({ at: seed, reason }) =>
        reason === null ? [] : [{ at: at ?? seed, reason }],
      ),
    },
  )

export const refusalBy = ({ reason }: LeftItem, at: number): Refusal => ({
  at,
  message: reason ?? 'A step of the called workflow did not reach it',
  fix: null,
  passing: reason === null,
})

/**
 * Returns the node's result when its called runs have completed. The node does not fail, even if
 * their steps left every item.
 */
export function calledResult(
  outputs: NonNullable<NodeResult['outputs']>,
  refusals: readonly Refusal[],
  {
    count,
    truncated,
    notes = [],
  }: { count: number; truncated: boolean; notes?: readonly string[] },
): NodeResult {
  if (refusals.length === 0) return { outputs, incomplete: truncated, message: notes.join('; ') }
  const refused = `${refusals.length} of ${count} refused: ${describeRefusals(refusals, count)}`
  return {
    outputs,
    incomplete: true,
    message: [...notes, refused].join('; '),
    left: leftBy(refusals),
  }
}

export const workflowParam = z
  .string()
  .min(1)
  .max(200)
  .describe('The workflow to run. It must be active and start with its Run button')

export const callWorkflow = defineNode({
  type: 'call_workflow',
  label: 'Run a workflow',
  description: 'Runs another workflow with the items and returns the items of its last steps',
  category: 'act',
  keywords: ['sub-workflow', 'subworkflow', 'execute workflow', 'call', 'reuse', 'other workflow'],
  usesPersonsRights: true,
  params: z.object({ workflow: workflowParam }),
  async execute(items, { workflow }, { calls, nodeId, parked, derive, due, yield: pause }) {
    if (parked === null) {
      if (items.length === 0) return { outputs: { main: [] } }
      await calls.check(workflow)
      return {
        park: {
          calls: [{ workflowId: workflow, items }],
          message: 'Waits for the called workflow',
        },
      }
    }
    const [result] = await calls.results(nodeId)
    if (result === undefined) throw new NodeError('The called run was deleted')
    if (result.status !== 'completed') throw callFailed(workflow, result)
    const [first = { json: {} }, ...rest] = items
    // Items without a known origin share one part. If any is refused, the refusal leads back to
    // every item.
    const whole = derive(first, {}, rest)
    const main: WorkflowItem[] = []
    for (const [at, { json, externalId, source }] of result.items.entries()) {
      const [origin, ...others] = (result.origins?.[at] ?? []).flatMap((seed) => items[seed] ?? [])
      const changes = { json, externalId, source }
      main.push(
        origin === undefined ? derive(first, changes, [whole]) : derive(origin, changes, others),
      )
      if (due()) await pause()
    }
    const refusals = (result.left ?? []).map((left) => refusalBy(left, left.at))
    const { truncated, runId, leftTruncated } = result
    const cut = leftTruncated === true ? ['too many items were left, so all are offered again'] : []
    const called = calledResult({ main }, refusals, {
      count: items.length,
      truncated,
      notes: [`Run ${runId}`, ...cut],
    })
    // Any item may be among those that the result does not name.
    return leftTruncated === true ? withLeft(called, listUnreached([...items.keys()])) : called
  },
})
