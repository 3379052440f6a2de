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
  summary: 'The workflow’s hook URL, without its secret',
  responses: ok('The hook', WorkflowHook),
  example: { params: { id: '{orders.id}' } },
})

export const renewWorkflowHook = oneWorkflow.post('renewWorkflowHook', '/hook', {
  assistants: false,
  sdk: 'workflows.renewHook',
  summary: 'Create a hook URL for a workflow. The previous one stops working',
  idempotent: true,
  responses: ok('The URL with its secret, shown once', NewWorkflowHook),
  example: { params: { id: '{orders.id}' } },
})

export const deleteWorkflowHook = oneWorkflow.delete('deleteWorkflowHook', '/hook', {
  sdk: 'workflows.deleteHook',
  summary: 'Remove the hook URL of a workflow',
  responses: noContent('Removed'),
  example: { params: { id: '{orders.id}' } },
})

const hookAddress = z.object({
  id: z.string().max(100).describe('The record’s id.'),
  secret: z.string().max(200).describe('The URL’s secret.'),
})

export const checkHook = workflows.public.get('checkHook', '/api/public/hooks/{id}/{secret}', {
  sdk: null,
  summary: 'Verify the hook URL of a workflow',
  description:
    'For systems that verify a URL before they use it. Returns the query parameter that the `trigger.webhook` node names in `challenge`, or a fixed text. It starts nothing, and works even if the workflow is inactive.',
  params: hookAddress,
  responses: {
    200: { description: 'The challenge, or `OK`', content: { 'text/plain': z.string() } },
  },
  errors: ['hook_inactive'],
  example: { params: { id: '{renewWorkflowHook.id}', secret: '{secret}' } },
})

export const receiveHook = workflows.public.post('receiveHook', '/api/public/hooks/{id}/{secret}', {
  sdk: null,
  summary: 'Start a workflow from another system',
  description:
    'The call becomes the item of the `trigger.webhook` nodes: `{ method, headers, query, body, files, contentType, receivedAt }`, with `rawBody` if a node keeps it. The body is JSON, a form, text or a file, at most 1 MiB. Files of a form, and a body that is a picture, a PDF or other binary data, are in `files`, each as `{ fileId, name, contentType, bytes }`. Read them with `getFile`. An organisation can make `HOOK_CALLS_PER_MINUTE` calls a minute. A call without the signature that a node requires is refused (401). The response is immediate. If a node asks for the result and the run ends within 25 seconds, it has the items of the last nodes.',
  params: hookAddress,
  rawBody: { contentType: '*/*' },
  responses: {
    200: {
      description: 'The run’s result',
      schema: z.object({
        runId: z.string().describe('The run’s id.'),
        items: z.array(WorkflowItem).describe('The items of the last nodes.'),
        truncated: z.boolean().describe('True if there were more.'),
      }),
    },
    202: {
      description: 'The run continues',
      schema: z.object({ runId: z.string().describe('The run’s id.') }),
    },
  },
  errors: ['hook_inactive', 'run_failed', 'insufficient_storage', 'plan_limit'],
})
