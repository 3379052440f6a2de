import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { named, Timestamp } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

export const AttentionItem = named('AttentionItem', {
  kind: z
    .enum([
      'post_failed',
      'post_unconfirmed',
      'post_overdue',
      'post_draft',
      'card_failed',
      'quote_request',
      'channel_reconnect',
      'run_failed',
      'item_refused',
      'approval_asked',
      'webhook_disabled',
      'schedule_stuck',
      'invoice_overdue',
      'payment_disputed',
      'ticket_unseated',
    ])
    .describe('The kind of record that needs attention.'),
  severity: z.enum(['error', 'warning']).describe('How urgent it is. Errors come first.'),
  title: z.string().describe('What happened, with the number of records.'),
  detail: z.string().describe('The newest record, with its reason or remedy.'),
  href: z.string().describe('The dashboard page where the user can act.'),
  at: Timestamp.describe('The time of the newest record.'),
  count: z.number().int().positive().describe('The number of records.'),
})
export type AttentionItem = z.infer<typeof AttentionItem>

/** The caller. Every service responds to the RPC from its own records. */
export const OverviewCaller = { orgId: z.string(), userId: z.string() }

const defineAttention = <const S extends string>(service: S) =>
  defineRpc({
    subject: `${service}.attention`,
    description: `The records of the ${service} service that wait for an action of this member; one item for a kind`,
    input: z.object(OverviewCaller),
    output: z.object({ items: z.array(AttentionItem) }),
    timeoutMs: 2_000,
  })

export const BoardAttention = defineAttention('board')
export const ConnectAttention = defineAttention('connect')
export const InvoicingAttention = defineAttention('invoicing')
export const WorkflowAttention = defineAttention('workflow')

export const getAttention = tagged('Platform').org.get('getAttention', '/api/attention', {
  sdk: 'attention',
  summary: 'What needs the caller’s attention, most severe first',
  description: 'A service that does not respond within two seconds is listed in `unavailable`.',
  responses: ok(
    'One item per kind of record',
    z
      .object({
        items: z.array(AttentionItem).describe('One item per kind of record, most severe first.'),
        unavailable: z
          .array(z.string())
          .describe('The services that did not respond in time. Their records are missing.'),
      })
      .meta({ id: 'Attention' }),
  ),
})
