import type { Deps } from '../deps.ts'
import { discardPush } from '../invoices/discard-push.ts'
import { finalizeInvoiceOf } from '../invoices/finalize-invoice.ts'
import { mailLater } from '../invoices/mail-invoice.ts'
import {
  claimPolledInvoices,
  claimUnfinishedPushes,
  getInvoiceRow,
  isResumable,
  type PushRow,
} from '../invoices/poll-invoices.ts'
import { refetchInvoice } from '../invoices/sync-invoice.ts'
import { mirrorLeftovers } from '../offers/mirror-offer.ts'
import { takingTurns } from '../taking-turns.ts'
import { findAccount } from './accounts.db.ts'
import { isRefusal, type Processor } from './processor.ts'
import { ProcessorEvent } from './webhooks/event.ts'
import { endpointOf, receiveEvent } from './webhooks/receive-event.ts'

const minute = 60_000
const batch = 100

/**
 * Heals what webhooks and crashes left behind: events that never came, open invoices that moved at the processor,
 * attempts at finalizing that stopped half-way, offers that were not mirrored. Safe on any number of replicas.
 */
export async function pollProcessor(deps: Deps, signal?: AbortSignal): Promise<void> {
  const { processor } = deps
  if (processor === null) return
  await attempt(deps, 'events', () => replayEvents(deps, processor, signal))
  // Side by side: many of one kind do not keep the others waiting.
  await Promise.all([
    attempt(deps, 'invoices', () => refetchOpenInvoices(deps, signal)),
    attempt(deps, 'pushes', () => finishPushes(deps, processor, signal)),
    attempt(deps, 'offers', () => mirrorLeftovers(deps, batch)),
  ])
}

/** One thing that fails does not keep the others from being healed. */
async function attempt(deps: Deps, what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    deps.logger.warn({ err: error, what }, '[payments] polling the processor failed')
  }
}

async function refetchOpenInvoices(deps: Deps, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.now().getTime() - 14 * minute)
  for (;;) {
    const rows = await claimPolledInvoices(deps.db, before, deps.now(), batch)
    for (const row of takingTurns(rows)) {
      if (signal?.aborted) return
      await attempt(deps, row.id, async () => void (await refetchInvoice(deps, row)))
    }
    if (rows.length < batch) return
  }
}

// The provider delivers an event within seconds; this overlap covers its clock and what is still under way.
const overlapSeconds = 3_600

async function replayEvents(deps: Deps, processor: Processor, signal?: AbortSignal): Promise<void> {
  const now = deps.now()
  const accounts = await deps.db
    .updateTable('payment_accounts')
    .where((eb) =>
      eb.or([
        eb('payment_accounts.events_polled_at', 'is', null),
        eb('payment_accounts.events_polled_at', '<', new Date(now.getTime() - 14 * minute)),
      ]),
    )
    .set({ events_polled_at: now })
    .returning([
      'payment_accounts.account_id',
      'payment_accounts.events_read_at',
      'payment_accounts.created_at',
    ])
    .execute()
  for (const account of accounts) {
    if (signal?.aborted) return
    await attempt(deps, account.account_id, async () => {
      const from = account.events_read_at ?? account.created_at
      const since = Math.floor(from.getTime() / 1000) - overlapSeconds
      for await (const raw of processor.events(account.account_id, since)) {
        const event = ProcessorEvent.safeParse(raw)
        const endpoint = event.success ? endpointOf(event.data.type) : undefined
        if (!event.success || endpoint === undefined) continue
        await receiveEvent(deps, endpoint, { ...event.data, account: account.account_id })
      }
      await deps.db
        .updateTable('payment_accounts')
        .set({ events_read_at: now })
        .where('account_id', '=', account.account_id)
        .execute()
    })
  }
}

async function finishPushes(deps: Deps, processor: Processor, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const now = deps.now()
    const quietSince = new Date(now.getTime() - 10 * minute)
    const pushes = await claimUnfinishedPushes(deps.db, now, quietSince, batch)
    for (const push of takingTurns(pushes)) {
      if (signal?.aborted) return
      await attempt(deps, push.invoice_id, () => finishPush(deps, processor, push))
    }
    if (pushes.length < batch) return
  }
}

async function finishPush(deps: Deps, processor: Processor, push: PushRow): Promise<void> {
  if (push.state === 'opened') return mailLater(deps, processor, push)
  const { status, version } = await getInvoiceRow(deps.db, push.org_id, push.invoice_id)
  const account = await findAccount(deps.db, push.org_id)
  // On an account that the org has forgotten nothing is issued any more.
  const current = status === 'draft' && version === push.version && account?.account_id === push.account_id
  if (current && (push.state === 'finalized' || (await isIssued(processor, push)))) {
    await finalizeInvoiceOf(deps, push.org_id, push.invoice_id)
  } else if (!current || push.number !== null || !isResumable(push, deps.now())) {
    await discardPush(deps, processor, push)
  }
}

/** Whether an attempt that kept a number reached the processor with its last step, whose answer was lost. */
async function isIssued(processor: Processor, push: PushRow): Promise<boolean> {
  if (push.number === null || push.payments_invoice_id === null) return false
  try {
    const { status } = await processor.invoice(push.account_id, push.payments_invoice_id)
    return status === 'open' || status === 'paid'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}
