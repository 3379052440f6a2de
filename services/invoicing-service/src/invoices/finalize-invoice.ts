import {
  type ChangeAuthor,
  InvoiceFinalized,
  type InvoiceWarning,
  invoiceErrors,
  type Seller,
  type SendInvoice,
} from '@atrium/contracts'
import { eventEntry, inTransaction, json } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import { dayIn, endOfDay, yearIn } from '../calendar/calendar-days.ts'
import { refreshTimeZone } from '../calendar/time-zone.ts'
import { toBuyer } from '../customers/billed-customer.ts'
import type { Transaction } from '../database.ts'
import type { Deps, Settle } from '../deps.ts'
import { toEventData } from './event-data.ts'
import { platformAuthor, recordHistory } from './history/history.ts'
import { defaultDueDate, type InvoiceRow, requireNotNegative } from './invoice.ts'
import { requireMove } from './invoice-moves.ts'
import { listInvoiceWarnings } from './invoice-warnings.ts'
import {
  getAddressedInvoice,
  getInvoiceRow,
  getOpeningTerms,
  lockInvoiceRow,
  updateInvoiceRow,
} from './invoices.db.ts'
import { mailInvoice } from './mails/mail-invoice.ts'
import { queueInvoiceMail } from './mails/queue-invoice-mail.ts'
import { requireAdmission } from './mails/require-admission.ts'
import { reserveNumber } from './numbers.db.ts'
import { findIssuingProcessor } from './processor/find-issuing-processor.ts'
import type { PushRow } from './processor/push.ts'
import { pushInvoice } from './processor/push-invoice.ts'
import { getPush, updatePush } from './pushes.db.ts'
import { eInvoiceWarnings, sellerToFreeze } from './seller.ts'

export interface Finalized {
  row: InvoiceRow
  warnings: InvoiceWarning[]
  eInvoiceWarnings: InvoiceWarning[]
}

interface FinalizeOptions {
  /**
   * The transaction to join. Only allowed without a processor, because its steps have to be stored
   * one by one.
   */
  tx?: Transaction | undefined
  settle?: Settle<Finalized>
  /** Defaults to the platform. */
  author?: ChangeAuthor
  /**
   * The recipients and message for the platform's mail. Unused if the processor mails the invoice.
   */
  mail?: SendInvoice | undefined
  /** The draft version the user has read. Defaults to any version. */
  ifMatch?: string | undefined
}

/**
 * Issues a draft at the processor if the organisation takes payments online, then numbers and opens it in one transaction.
 * The processor mails the invoice, or the mail queue does if the processor has no part in it. After an error,
 * finalizing again continues with the next step. `settle` runs in the opening transaction. Throws
 * `not_found`, `invoice_not_draft`, `invoice_changed`, `charges_not_enabled`, `account_mismatch`
 * (409), `negative_total`, `total_mismatch`, `processor_refused` (422), `precondition_failed`
 * (412), `sender_not_verified` (403), `mail_limit` (429), `unavailable` (503).
 */
export async function finalizeInvoice(
  deps: Deps,
  orgId: string,
  id: string,
  { tx, settle, author, mail, ifMatch }: FinalizeOptions = {},
): Promise<Finalized> {
  const { db } = deps
  const processor = await findIssuingProcessor(deps, { orgId, id })
  const admitted = async (): Promise<void> => {
    if (processor !== null || mail === undefined) return
    const draft = await getAddressedInvoice(tx ?? db, orgId, id)
    const idempotencyKey = `finalize ${draft.version}`
    await requireAdmission(deps, tx ?? db, draft, { ...mail, idempotencyKey })
  }
  const refreshed = () => refreshTimeZone(deps, orgId, tx)
  // These ask identity. Statements of one transaction have to wait for each other.
  if (tx === undefined) await Promise.all([refreshed(), admitted()])
  else {
    await refreshed()
    await admitted()
  }
  const push =
    processor === null ? undefined : await pushInvoice(deps, { processor, orgId, id, ifMatch })
  const { seller, stored } = await sellerToFreeze(deps, orgId, tx)
  const finalized = await inTransaction(db, tx, async (opening) => {
    const draft = await lockInvoiceRow(opening, orgId, id)
    // An attempt at the processor is already bound to its version.
    if (push === undefined) checkIfMatch(ifMatch, versionEtag(id, draft.version))
    const opened = await openDraft(deps, opening, { draft, seller, push, author, mail })
    const warned = { seller: stored, invoice: opened }
    const warnings = await listInvoiceWarnings({ ...deps, db: opening }, orgId, warned)
    const done = { row: opened, warnings, eInvoiceWarnings: eInvoiceWarnings(opened) }
    await settle?.(opening, done)
    return done
  })
  if (processor === null || push === undefined) return finalized
  await mailInvoice(deps, processor, push)
  return { ...finalized, row: await getInvoiceRow(db, orgId, id) }
}

/**
 * Returns the end of the draft's due day, also if the organisation has changed its zone since the
 * draft was locked.
 */
const dueDateIn = ({ due_date, time_zone }: InvoiceRow, zone: string): Date | null =>
  due_date && endOfDay(dayIn(due_date, time_zone), zone)

/**
 * Numbers and opens a locked draft in the caller's transaction and freezes its seller and buyer.
 * Throws `invoice_not_draft`, `invoice_changed` (409) if the draft differs from the pushed one,
 * `negative_total` (422).
 */
export async function openDraft(
  deps: Deps,
  tx: Transaction,
  {
    draft,
    seller,
    push,
    author = platformAuthor,
    mail,
  }: {
    draft: InvoiceRow
    seller: Seller | null
    push?: PushRow | undefined
    author?: ChangeAuthor | undefined
    mail?: SendInvoice | undefined
  },
): Promise<InvoiceRow> {
  const orgId = draft.org_id
  // A concurrent request or a processor event has opened it with the same attempt.
  if (push !== undefined && draft.payments_invoice_id === push.payments_invoice_id) {
    // An event handler cannot ask identity for the organisation's name.
    const isNameless = draft.seller === null && seller !== null
    return isNameless ? updateInvoiceRow(tx, draft, { seller: json(seller) }) : draft
  }
  requireMove('finalize', draft)
  if (push === undefined) requireNotNegative(draft)
  else if (push.version !== draft.version || (await getPush(tx, push)).state === 'discarded') {
    throw invoiceErrors.invoice_changed()
  }
  const now = deps.now()
  const { customer, zone, paymentTermsDays, format } = await getOpeningTerms(tx, draft)
  const year = yearIn(now, zone)
  const row = await updateInvoiceRow(tx, draft, {
    status: 'open',
    // An invoice that was reset keeps its number.
    number: draft.number ?? push?.number ?? (await reserveNumber(tx, orgId, { format, year })),
    issue_date: now,
    time_zone: zone,
    due_date: dueDateIn(draft, zone) ?? defaultDueDate(now, zone, paymentTermsDays),
    seller: seller && json(seller),
    buyer: json(toBuyer(customer)),
    payments_invoice_id: push?.payments_invoice_id ?? null,
    payments_account_id: push?.account_id ?? null,
    payments_hosted_invoice_url: push?.hosted_invoice_url ?? null,
    payments_invoice_pdf_url: push?.invoice_pdf_url ?? null,
  })
  await recordHistory(deps, tx, row, {
    kind: 'opened',
    author,
    detail: { number: row.number ?? '' },
    events: [eventEntry(InvoiceFinalized, orgId, toEventData(row, customer))],
  })
  // The processor mails what it issues.
  if (push !== undefined) await updatePush(tx, push, { state: 'opened' })
  else await queueInvoiceMail(tx, { ...row, customer }, { ...mail, author: platformAuthor })
  return row
}
