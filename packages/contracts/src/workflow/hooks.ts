import { z } from 'zod'
import { byShortId, Timestamp } from '../core/schemas.ts'
import { noContent, ok, tagged } from '../core/tagged.ts'
import { WorkflowItem } from './graph.ts'

const workflows = tagged('Workflows')

export const WorkflowHook = z
  .object({ id: z.string(), workflowId: z.string(), createdAt: Timestamp })
  .meta({ id: 'WorkflowHook' })
export type WorkflowHook = z.output<typeof WorkflowHook>

export const NewWorkflowHook = WorkflowHook.extend({ url: z.string() }).meta({ id: 'NewWorkflowHook' })
export type NewWorkflowHook = z.output<typeof NewWorkflowHook>

const oneWorkflow = workflows.org.at('/api/workflows/{id}', byShortId)

export const getWorkflowHook = oneWorkflow.get('getWorkflowHook', '/hook', {
  summary: 'Whether a workflow has an address, without its secret',
  responses: ok('The address', WorkflowHook),
})

export const renewWorkflowHook = oneWorkflow.post('renewWorkflowHook', '/hook', {
  assistants: false,
  summary: 'Make an address for a workflow; the one before it ends',
  idempotent: true,
  responses: ok('The address with its secret, shown once', NewWorkflowHook),
})

export const deleteWorkflowHook = oneWorkflow.delete('deleteWorkflowHook', '/hook', {
  summary: 'End the address of a workflow',
  responses: noContent('Ended'),
})

export const receiveHook = workflows.public.post('receiveHook', '/api/public/hooks/{id}/{secret}', {
  summary: 'Start a workflow from another system',
  description:
    'The body, up to 1 MiB of JSON, of a form or of text, is the item of the `trigger.webhook` nodes. Answers at once, or with the items of the last nodes when the node asks for them and the run ends within 25 seconds.',
  params: z.object({ id: z.string().max(100), secret: z.string().max(200) }),
  rawBody: { contentType: '*/*' },
  responses: {
    200: {
      description: 'The result of the run',
      schema: z.object({ runId: z.string(), items: z.array(WorkflowItem), truncated: z.boolean() }),
    },
    202: { description: 'The run goes on', schema: z.object({ runId: z.string() }) },
  },
  errors: ['hook_inactive', 'run_failed'],
})
