import { z } from 'zod'
import { defineNode } from './define-node.ts'

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
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'Not the name of a header')
    .optional()
    .describe('The header with the HMAC; the usual ones unless given'),
  user: z
    .string()
    .max(200)
    .optional()
    .describe('The user that goes with the password; any unless given'),
})
export type HookSignature = z.output<typeof HookSignature>

export const WebhookParams = z.object({
  respond: z
    .enum(['at_once', 'last_output'])
    .default('at_once')
    .describe('Answers as soon as the run is queued, or with the items of the last nodes'),
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
      'The query parameter whose value answers a GET, for senders that check an address, such as hub.challenge',
    ),
  signature: HookSignature.optional().describe(
    'How calls prove that they come from the sender; others are refused',
  ),
})

export const triggerWebhook = defineNode({
  type: 'trigger.webhook',
  label: 'Webhook',
  description: 'Starts a run when another system calls the address of the workflow',
  category: 'trigger',
  params: WebhookParams,
  emits: ['method', 'headers', 'query', 'body', 'files', 'contentType', 'receivedAt'],
  instant: true,
  execute: (items) => ({ outputs: { main: items } }),
})
