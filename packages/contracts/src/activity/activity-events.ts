import { AgentRunChanged } from '../agent-runs/events.ts'
import * as board from '../board/events.ts'
import * as channels from '../connect/messages.ts'
import type { EventDefinition } from '../core/messages.ts'
import { InvoiceOverdue, PaymentReversed } from '../invoicing/messages.ts'
import { TicketsOrdered } from '../tickets/events.ts'
import { ApprovalChanged } from '../workflow/approvals.ts'
import { WorkflowRunFailed } from '../workflow/events.ts'

/**
 * The events that become entries of the recent activity. Everything else in it comes from the audit
 * log, so an event about an audited action would be listed twice.
 */
export const activityEvents = [
  board.CardCreated,
  board.CardStatusChanged,
  board.CardDeleted,
  board.LeadReceived,
  board.PostReviewed,
  board.PostPosted,
  board.PostFailed,
  board.PostUnconfirmed,
  board.PostPostedByHand,
  board.SitePublished,
  board.SiteUnpublished,
  channels.ChannelConnected,
  channels.ChannelInvalidated,
  channels.ChannelForgotten,
  InvoiceOverdue,
  PaymentReversed,
  TicketsOrdered,
  WorkflowRunFailed,
  AgentRunChanged,
  ApprovalChanged,
] as const satisfies readonly EventDefinition[]

/** Returns the name of the consumer that lists an event in the recent activity. */
export const activityConsumerName = ({ type }: Pick<EventDefinition, 'type'>): string =>
  `activity-${type.replaceAll(/[._]/g, '-')}`
