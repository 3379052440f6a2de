import { inTransaction } from '@atrium/database'
import { mirrorLeftNotes } from '../credit-notes/mirror-credit-note.ts'
import { applyLeftNotes } from '../credit-notes/record-credit-note.ts'
import type { Deps } from '../deps.ts'
import { mirrorLeftPayments } from '../invoices/payments/mirror-payment.ts'
import { finishPushes, refetchOpenInvoices } from '../invoices/processor/sweep-invoices.ts'
import { mirrorLeftovers } from '../offers/mirror-offer.ts'
import { EventFields, limitTime } from '../processor/event.ts'
import type { Processor } from '../processor/processor.ts'
import { applyLeftReversals } from '../reversals/apply-reversals.ts'
import { attempt } from '../sweep.ts'
import { claimAccountsToPoll, markEventsRead } from './payment-events.db.ts'
import { findEndpoint, receiveEvent } from './receive-event.ts'

const mostOffers = 100
const pollAfterMs = 14 * 60_000

/**
 * Repairs what lost webhooks and crashes left behind: missed events, open invoices with another
 * status at the processor, unfinished attempts and mails, unsent credit notes and payments,
 * and unmirrored offers. Several replicas may run it at once.
 */
export async function pollProcessor(deps: Deps, signal?: AbortSignal): Promise<void> {
  const { processor } = deps
  if (processor === null) return
  await attempt(deps, 'events', () => replayEvents(deps, processor, signal))
  // Run concurrently, so a long part does not delay the others.
  await Promise.all([
    attempt(deps, 'invoices', () => refetchOpenInvoices(deps, signal)),
    attempt(deps, 'pushes', () => finishPushes(deps, processor, signal)),
    attempt(deps, 'credit notes', () => mirrorLeftNotes(deps, processor, signal)),
    attempt(deps, 'payments', () => mirrorLeftPayments(deps, processor, signal)),
    attempt(deps, 'waiting credit notes', () => applyLeftNotes(deps, signal)),
    attempt(deps, 'refunds and disputes', () => applyLeftReversals(deps, signal)),
    attempt(deps, 'offers', () => mirrorLeftovers(deps, mostOffers)),
  ])
}

// The processor delivers an event within seconds. The overlap allows for its clock and for events
// still in delivery.
const overlapSeconds = 3_600

async function replayEvents(deps: Deps, processor: Processor, signal?: AbortSignal): Promise<void> {
  const now = deps.now()
  const before = new Date(now.getTime() - pollAfterMs)
  const accounts = await inTransaction(deps.db, undefined, (tx) =>
    claimAccountsToPoll(tx, before, now),
  )
  for (const { account_id: account, events_read_at: readAt, created_at: createdAt } of accounts) {
    if (signal?.aborted) return
    await attempt(deps, account, async () => {
      const since = Math.floor((readAt ?? createdAt).getTime() / 1000) - overlapSeconds
      for await (const raw of processor.events(account, since)) {
        const { data: event } = EventFields.safeParse(raw)
        const endpoint = event && findEndpoint(event.type)
        if (event && endpoint)
          await receiveEvent(deps, endpoint, { ...limitTime(event, deps.now()), account })
      }
      await inTransaction(deps.db, undefined, (tx) => markEventsRead(tx, account, now))
    })
  }
}
