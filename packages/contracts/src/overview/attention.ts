import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { named, Timestamp } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

export const AttentionItem = named('AttentionItem', {
  kind: z.enum([
    'post_failed',
    'post_unconfirmed',
    'post_overdue',
    'post_draft',
    'card_failed',
    'quote_request',
    'channel_reconnect',
    'run_failed',
    'item_refused',
    'webhook_disabled',
    'schedule_stuck',
    'invoice_overdue',
    'payment_disputed',
    'ticket_unseated',
  ]),
  severity: z.enum(['error', 'warning']),
  title: z.string().describe('What happened, with the number of records'),
  detail: z.string().describe('The newest record and its reason or remedy'),
  href: z.string().describe('The page of the dashboard with the action'),
  at: Timestamp.describe('The newest record’s time'),
  count: z.number().int().positive(),
})
export type AttentionItem = z.infer<typeof AttentionItem>

/** The caller of an RPC to which every service responds from its own records. */
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
  summary: 'What waits for an action of the caller, the most severe first',
  description:
    'A service that does not answer within two seconds stands in `unavailable`; the others are shown.',
  responses: ok(
    'One item for a kind of record',
    z
      .object({ items: z.array(AttentionItem), unavailable: z.array(z.string()) })
      .meta({ id: 'Attention' }),
  ),
})
