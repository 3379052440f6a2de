import { z } from 'zod'
import { byShortId, CreatedAt } from '../core/schemas.ts'
import { noContent, ok, tagged } from '../core/tagged.ts'
import { WorkflowItem } from './graph.ts'

const workflows = tagged('Workflows')

export const WorkflowHook = z
  .object({
    id: z.string().describe('The part of the URL that identifies the hook.'),
    workflowId: z.string().describe('The workflow’s id.'),
    createdAt: CreatedAt,
  })
  .meta({ id: 'WorkflowHook' })
export type WorkflowHook = z.output<typeof WorkflowHook>

export const NewWorkflowHook = WorkflowHook.extend({
  url: z.string().describe('The whole URL with its secret. Only this response contains it.'),
}).meta({
  id: 'NewWorkflowHook',
})
export type NewWorkflowHook = z.output<typeof NewWorkflowHook>

const oneWorkflow = workflows.org.at('/api/workflows/{id}', byShortId)

export const getWorkflowHook = oneWorkflow.get('getWorkflowHook', '/hook', {
  sdk: 'workflows.hook',
  summary: 'Whether a workflow has an address, without its secret',
  responses: ok('The address', WorkflowHook),
})

export const renewWorkflowHook = oneWorkflow.post('renewWorkflowHook', '/hook', {
  assistants: false,
  sdk: 'workflows.renewHook',
  summary: 'Make an address for a workflow; the one before it ends',
  idempotent: true,
  responses: ok('The address with its secret, shown once', NewWorkflowHook),
})

export const deleteWorkflowHook = oneWorkflow.delete('deleteWorkflowHook', '/hook', {
  sdk: 'workflows.deleteHook',
  summary: 'End the address of a workflow',
  responses: noContent('Ended'),
})

const hookAddress = z.object({
  id: z.string().max(100).describe('The record’s id.'),
  secret: z.string().max(200).describe('The URL’s secret.'),
})

export const checkHook = workflows.public.get('checkHook', '/api/public/hooks/{id}/{secret}', {
  sdk: null,
  summary: 'Check the address of a workflow',
  description:
    'For senders that check an address before they use it. Returns the value of the query parameter that the `challenge` of the `trigger.webhook` node names, or a fixed text. Starts nothing, and works before the workflow is active.',
  params: hookAddress,
  responses: {
    200: { description: 'The challenge, or `OK`', content: { 'text/plain': z.string() } },
  },
  errors: ['hook_inactive'],
})

export const receiveHook = workflows.public.post('receiveHook', '/api/public/hooks/{id}/{secret}', {
  sdk: null,
  summary: 'Start a workflow from another system',
  description:
    'The call is the item of the `trigger.webhook` nodes: `{ method, headers, query, body, files, contentType, receivedAt }`, with `rawBody` if a node keeps it. The body is JSON, a form, text or a file of up to 1 MiB. The files of a form, and a body that is a picture, a PDF or other binary data, are in `files`, each as `{ fileId, name, contentType, bytes }`; `getFile` reads them. An organisation takes `HOOK_CALLS_PER_MINUTE` calls a minute. A call that is not signed as a node asks is refused (401). Answers at once, or with the items of the last nodes when the node asks for them and the run ends within 25 seconds.',
  params: hookAddress,
  rawBody: { contentType: '*/*' },
  responses: {
    200: {
      description: 'The result of the run',
      schema: z.object({
        runId: z.string().describe('The run’s id.'),
        items: z.array(WorkflowItem).describe('The items of the last nodes.'),
        truncated: z.boolean().describe('True if there were more.'),
      }),
    },
    202: {
      description: 'The run goes on',
      schema: z.object({ runId: z.string().describe('The run’s id.') }),
    },
  },
  errors: ['hook_inactive', 'run_failed', 'insufficient_storage', 'plan_limit'],
})
