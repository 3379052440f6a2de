import {
  type ApprovalChanged,
  type CardAssigned,
  type CardMentioned,
  type ChannelInvalidated,
  type CreditsLow,
  type EventDefinition,
  type EventEnvelope,
  type InvoiceOverdue,
  type InvoicePaid,
  type LeadReceived,
  minorDigits,
  type PaymentReversed,
  type PostFailed,
  type PostUnconfirmed,
  type TicketsOrdered,
  type WorkflowRunFailed,
} from '@atrium/contracts'
import type { z } from 'zod'
import { type Notice, toNotice } from './notice.ts'

type Received<E extends EventDefinition> = EventEnvelope<z.output<E['schema']>> & { orgId: string }

/** Formats an amount in minor units for a notification: `€1,200.00`. */
function formatMoney(cents: number, currency: string): string {
  const digits = minorDigits(currency)
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 10 ** digits)
}

const describeInvoice = (number: string | null): string =>
  number === null ? 'An invoice' : `Invoice ${number}`

const leadDetails = {
  quote: 'Asked for a quote',
  contact_form: 'Wrote to you',
  waiting_list: 'Joined a waiting list',
  signup: 'Signed up',
} as const

export const describeLead = ({ id, orgId, data }: Received<typeof LeadReceived>): Notice =>
  toNotice({
    orgId,
    kind: 'lead',
    subject: id,
    to: 'admins',
    title: `New lead: ${data.name || data.email}`,
    detail:
      data.message === ''
        ? leadDetails[data.source]
        : `${leadDetails[data.source]}: ${data.message}`,
    href: `/board?card=${encodeURIComponent(data.taskId)}`,
    // Quote requests and sign-ups have a notice of their own (`notifications/consumers.ts`).
    isMailed: data.source !== 'quote' && data.source !== 'signup',
  })

export const describePaid = ({ orgId, data }: Received<typeof InvoicePaid>): Notice =>
  toNotice({
    orgId,
    kind: 'invoice_paid',
    subject: data.invoiceId,
    to: 'admins',
    byId: data.recordedById,
    title: `${describeInvoice(data.number)} was paid`,
    detail: `${data.customerName}, ${formatMoney(data.totalAmountCents, data.currency)}`,
    href: `/invoices/${encodeURIComponent(data.invoiceId)}`,
  })

export const describeOverdue = ({ orgId, data }: Received<typeof InvoiceOverdue>): Notice =>
  toNotice({
    orgId,
    kind: 'invoice_overdue',
    // A later due date makes it overdue again.
    subject: `${data.invoiceId} ${data.dueOn}`,
    to: 'admins',
    title: `${describeInvoice(data.number)} is overdue`,
    detail: `${data.customerName} still has to pay ${formatMoney(data.amountDueCents, data.currency)}`,
    href: `/invoices/${encodeURIComponent(data.invoiceId)}`,
  })

const reversals = {
  refunded: (name: string) => `${name} was refunded`,
  disputed: (name: string) => `The customer disputes ${name}`,
  dispute_won: (name: string) => `You won the dispute over ${name}`,
  dispute_lost: (name: string) => `You lost the dispute over ${name}`,
} as const

export const describeReversal = ({ id, orgId, data }: Received<typeof PaymentReversed>): Notice =>
  toNotice({
    orgId,
    kind: 'refund_or_dispute',
    subject: id,
    to: 'admins',
    title: reversals[data.change](data.name),
    detail: data.reason === null ? data.amount : `${data.amount}. Reason: ${data.reason}`,
    href:
      data.invoiceId === null
        ? '/settings/billing'
        : `/invoices/${encodeURIComponent(data.invoiceId)}`,
    // The notice of the reversal says what to do.
    isMailed: false,
  })

const showPost = (taskId: string): string => `/posts/${encodeURIComponent(taskId)}`

export const describePostFailed = ({ id, orgId, data }: Received<typeof PostFailed>): Notice =>
  toNotice({
    orgId,
    kind: 'post_failed',
    subject: id,
    to: [data.ownerId],
    title: `A post was not published: ${data.title}`,
    detail: data.failure.message,
    href: showPost(data.taskId),
  })

export const describeUnconfirmed = ({
  id,
  orgId,
  data,
}: Received<typeof PostUnconfirmed>): Notice =>
  toNotice({
    orgId,
    kind: 'post_unconfirmed',
    subject: id,
    to: [data.ownerId],
    title: `Check if a post was published: ${data.title}`,
    detail: 'The network did not confirm the post. Look there before you post it again.',
    href: showPost(data.taskId),
  })

export const describeExpired = ({ id, orgId, data }: Received<typeof ChannelInvalidated>): Notice =>
  toNotice({
    orgId,
    kind: 'account_expired',
    subject: id,
    to: [data.ownerId],
    title: `Connect ${data.name} again`,
    detail: data.reason,
    href: '/channels',
  })

export const describeRunFailed = ({ orgId, data }: Received<typeof WorkflowRunFailed>): Notice =>
  toNotice({
    orgId,
    kind: 'run_failed',
    subject: data.runId,
    to: data.ownerId === null ? [] : [data.ownerId],
    title: `${data.workflowName} failed`,
    // The error of a step usually starts with the step's name.
    detail: [data.error?.startsWith(`${data.node}: `) ? null : data.node, data.error]
      .filter((part) => part !== null)
      .join(': '),
    href: `/workflows/${encodeURIComponent(data.workflowId)}?run=${encodeURIComponent(data.runId)}`,
  })

export const describeAsked = ({ orgId, data }: Received<typeof ApprovalChanged>): Notice =>
  toNotice({
    orgId,
    kind: 'approval_asked',
    subject: data.approvalId,
    to: data.status === 'pending' ? [data.ownerId] : [],
    title: data.workflowName === '' ? 'A workflow asks you' : `${data.workflowName} asks you`,
    detail: data.message,
    href: '/approvals',
    // The question has its own mail with the button.
    isMailed: false,
  })

export const describeAssigned = ({ id, orgId, data }: Received<typeof CardAssigned>): Notice =>
  toNotice({
    orgId,
    kind: 'card_assigned',
    subject: id,
    to: [data.assigneeId],
    byId: data.byId,
    title: `A card is yours now: ${data.title}`,
    detail: '',
    href: `/board?card=${encodeURIComponent(data.taskId)}`,
  })

export const describeMentioned = ({ orgId, data }: Received<typeof CardMentioned>): Notice =>
  toNotice({
    orgId,
    kind: 'mentioned',
    subject: data.entryId,
    to: data.userIds,
    byId: data.byId,
    title: `You were mentioned: ${data.title}`,
    detail: data.text,
    href: `/board?card=${encodeURIComponent(data.taskId)}`,
  })

export const describeOrder = ({ orgId, data }: Received<typeof TicketsOrdered>): Notice =>
  toNotice({
    orgId,
    kind: 'ticket_order',
    subject: data.orderId,
    to: 'admins',
    title: `${data.quantity === 1 ? '1 ticket' : `${data.quantity} tickets`} for ${data.title || 'an event'}`,
    detail: data.name,
    href: `/events/${encodeURIComponent(data.happeningId)}`,
  })

export const describeCreditsLow = ({ id, orgId, data }: Received<typeof CreditsLow>): Notice =>
  toNotice({
    orgId,
    kind: 'credits_low',
    subject: id,
    to: [data.userId],
    title: 'Your credits are running out',
    detail: `You have ${data.balance.toLocaleString('en')} ${data.balance === 1 ? 'credit' : 'credits'} left. Steps that need credits stop when there are none.`,
    href: '/settings/billing',
  })
