import { z } from 'zod'
import { defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'

const HookSignature = z.object({
  kind: z
    .enum(['hmac_sha256', 'standard', 'basic'])
    .describe('HMAC-SHA256 of the body in a header, Standard Webhooks, or user and password'),
  secret: z
    .string()
    .min(1)
    .max(1_000)
    .meta({ format: 'password' })
    .describe(
      'The secret that the sender knows, or the password. It is stored encrypted and not shown again',
    ),
  header: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'This is not a header name')
    .optional()
    .describe('The header with the HMAC. By default, the usual ones'),
  user: z.string().max(200).optional().describe('The user for the password. By default, any user'),
})
export type HookSignature = z.output<typeof HookSignature>

export const WebhookParams = z.object({
  respond: z
    .enum(['at_once', 'last_output'])
    .default('at_once')
    .describe('Responds as soon as the run is queued, or with the items of the last steps'),
  keepRaw: z
    .boolean()
    .default(false)
    .describe('Adds the body as text in `rawBody`, exactly as it arrived'),
  challenge: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'The query parameter whose value is the response to a GET, for senders that check an address, such as hub.challenge',
    ),
  signature: HookSignature.optional().describe(
    'How calls prove that they come from the sender. Other calls are refused',
  ),
})

export const triggerWebhook = defineNode({
  type: 'trigger.webhook',
  label: 'Webhook',
  description: 'Starts a run when another system calls the address of the workflow',
  category: 'trigger',
  keywords: ['hook', 'incoming', 'receive', 'api', 'form', 'callback', 'zapier', 'start'],
  params: WebhookParams,
  emits: emitted({
    method: field.text('Request method', 'POST'),
    headers: field.object('Headers', { 'content-type': 'application/json' }),
    query: field.object('Address parameters', { source: 'shop' }),
    body: field.object('Content', { order: 17, customer: 'Kunsthalle' }),
    rawBody: field.text('Content exactly as it arrived', '{"order":17,"customer":"Kunsthalle"}'),
    files: common.files,
    contentType: field.text('Content type', 'application/json'),
    receivedAt: field.date('Received at', '2026-05-04T09:00:00.000Z'),
  }),
  instant: true,
  execute: (items) => ({ outputs: { main: items } }),
})
