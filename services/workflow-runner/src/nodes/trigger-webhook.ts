import { z } from 'zod'
import { defineNode } from './define-node.ts'

export const WebhookParams = z.object({
  respond: z
    .enum(['at_once', 'last_output'])
    .default('at_once')
    .describe('Answers as soon as the run is queued, or with the items of the last nodes'),
})

export const triggerWebhook = defineNode({
  type: 'trigger.webhook',
  label: 'Webhook',
  description: 'Starts a run when another system calls the address of the workflow',
  category: 'trigger',
  params: WebhookParams,
  emits: ['body', 'query', 'contentType', 'receivedAt'],
  instant: true,
  execute: (items) => ({ outputs: { main: items } }),
})
