import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError } from '../../engine/index.ts'
import type { Refusal } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { calledResult, callFailed, refusalBy, workflowParam } from './call-workflow.ts'

const most = 1_000

export const forEach = defineNode({
  type: 'for_each',
  label: 'For each item',
  description: 'Runs another workflow once for each item and returns the items of its last steps',
  category: 'act',
  keywords: ['loop', 'iterate', 'repeat', 'batch', 'each', 'loop over items'],
  usesPersonsRights: true,
  outputs: ['main', 'failed'],
  params: z.object({
    workflow: workflowParam,
    onError: z
      .enum(['stop', 'continue'])
      .default('stop')
      .describe('Fails with the first failed run, or sends its item to the failed output'),
  }),
  async execute(items, { workflow, onError }, context) {
    const { calls, nodeId, parked } = context
    if (parked === null) {
      if (items.length === 0) return { outputs: { main: [], failed: [] } }
      if (items.length > most)
        throw new NodeError(
          `There are more than ${most} items, and each needs its own run. Filter or limit the items earlier.`,
        )
      await calls.check(workflow)
      const wanted = items.map((item) => ({ workflowId: workflow, items: [item] }))
      return {
        park: { calls: wanted, message: `Waits for ${items.length} runs of the called workflow` },
      }
    }
    const results = await calls.results(nodeId)
    if (results.length < items.length) throw new NodeError('Some of the called runs were deleted')
    const main: WorkflowItem[] = []
    const failed: WorkflowItem[] = []
    const refusals: Refusal[] = []
    for (const [at, item] of items.entries()) {
      const result = results[at]
      const [left] = result?.left ?? []
      if (left !== undefined && result?.status === 'completed') refusals.push(refusalBy(left, at))
      if (result?.status === 'completed') {
        for (const { json, externalId, source } of result.items) {
          main.push(context.derive(item, { json, externalId, source }))
        }
      } else if (result !== undefined) {
        if (onError === 'stop') throw callFailed(workflow, result, at)
        failed.push(
          context.derive(item, { json: { ...item.json, error: result.error ?? result.status } }),
        )
      }
      if (context.due()) await context.yield()
    }
    const truncated = results.some((result) => result.truncated)
    return calledResult({ main, failed }, refusals, { count: items.length, truncated })
  },
})
