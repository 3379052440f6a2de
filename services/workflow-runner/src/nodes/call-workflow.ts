import { z } from 'zod'
import { type CallResult, NodeError } from '../engine/index.ts'
import { defineNode } from './define-node.ts'

export const callFailed = (workflowId: string, { status, error }: CallResult): NodeError =>
  new NodeError(
    `The called workflow ${status === 'failed' ? 'failed' : 'was cancelled'}: ${error ?? 'no reason'}`,
    {
      fix: { label: 'Open the workflow', href: `/workflows/${workflowId}` },
    },
  )

export const workflowParam = z
  .string()
  .min(1)
  .max(200)
  .describe('The workflow to run; it is active and starts at its Run button')

export const callWorkflow = defineNode({
  type: 'call_workflow',
  label: 'Run a workflow',
  description: 'Runs another workflow over the items and puts out the items of its last nodes',
  category: 'act',
  usesPersonsRights: true,
  params: z.object({ workflow: workflowParam }),
  async execute(items, { workflow }, { calls, nodeId, parked }) {
    if (parked === null) {
      if (items.length === 0) return { outputs: { main: [] } }
      await calls.check(workflow)
      return { park: { calls: [{ workflowId: workflow, items }], message: 'Waits for the called workflow' } }
    }
    const [result] = await calls.results(nodeId)
    if (result === undefined) throw new NodeError('The called run was deleted')
    if (result.status !== 'completed') throw callFailed(workflow, result)
    return { outputs: { main: result.items }, incomplete: result.truncated, message: `Run ${result.runId}` }
  },
})
