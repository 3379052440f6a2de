import {
  ApprovalChanged,
  CardAssigned,
  CardMentioned,
  ChannelInvalidated,
  CreditsLow,
  type EventDefinition,
  type EventEnvelope,
  InvoiceOverdue,
  InvoicePaid,
  LeadReceived,
  PaymentReversed,
  PostFailed,
  PostUnconfirmed,
  TicketsOrdered,
  WorkflowRunFailed,
} from '@atrium/contracts'
import { type EventConsumer, eventBatchConsumer } from '@atrium/messaging'
import { z } from 'zod'
import { isPersonForgotten } from '../activity/consumers.ts'
import type { Database, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { deliverNotices } from './deliver-notices.ts'
import * as describe from './describe-events.ts'
import type { Notice } from './notice.ts'

type DeliverDeps = Pick<Deps, 'newId' | 'now' | 'logger' | 'config'>

const AboutCard = z.object({ taskId: z.string() })

/** True if the event is about a card whose person was deleted before the event arrived. */
async function isTooLate(tx: Transaction, orgId: string, data: unknown): Promise<boolean> {
  const about = AboutCard.safeParse(data)
  return about.success && (await isPersonForgotten(tx, orgId, about.data.taskId))
}

/**
 * Notifies users about domain events. The inbox and the rows commit together, so a redelivery
 * notifies nobody again. A new consumer starts with future events, because users do not want to
 * hear about old ones after an update.
 */
export const bellConsumers = (deps: DeliverDeps): Array<EventConsumer<Database>> => {
  const notify = <S extends z.ZodObject>(
    name: string,
    event: EventDefinition<S>,
    describeEvent: (event: EventEnvelope<z.output<S>> & { orgId: string }) => Notice,
  ) =>
    eventBatchConsumer<Database, S>(
      `notify-${name}`,
      event,
      async (tx, events) => {
        const notices: Notice[] = []
        for (const { orgId, ...rest } of events) {
          if (orgId !== null && !(await isTooLate(tx, orgId, rest.data)))
            notices.push(describeEvent({ ...rest, orgId }))
        }
        await deliverNotices(deps, tx, notices)
      },
      { from: 'now' },
    )
  return [
    notify('lead', LeadReceived, describe.describeLead),
    notify('invoice-paid', InvoicePaid, describe.describePaid),
    notify('invoice-overdue', InvoiceOverdue, describe.describeOverdue),
    notify('refund-or-dispute', PaymentReversed, describe.describeReversal),
    notify('post-failed', PostFailed, describe.describePostFailed),
    notify('post-unconfirmed', PostUnconfirmed, describe.describeUnconfirmed),
    notify('account-expired', ChannelInvalidated, describe.describeExpired),
    notify('run-failed', WorkflowRunFailed, describe.describeRunFailed),
    notify('approval-asked', ApprovalChanged, describe.describeAsked),
    notify('card-assigned', CardAssigned, describe.describeAssigned),
    notify('mentioned', CardMentioned, describe.describeMentioned),
    notify('ticket-order', TicketsOrdered, describe.describeOrder),
    notify('credits-low', CreditsLow, describe.describeCreditsLow),
  ]
}
