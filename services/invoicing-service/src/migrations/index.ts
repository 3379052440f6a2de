import { ledgerMigration } from './0001-ledger.ts'
import { paymentsMigration } from './0002-payments.ts'
import { statementIndexMigration } from './0003-statement-index.ts'
import { scheduleTermsMigration } from './0004-schedule-terms.ts'
import { forgottenAccountsMigration } from './0005-forgotten-accounts.ts'
import { issuedInvoicesMigration } from './0006-issued-invoices.ts'
import { planCheckoutsMigration } from './0007-plan-checkouts.ts'
import { claimedTermsMigration } from './0008-claimed-terms.ts'
import { creditLedgerMigration } from './0009-credit-ledger.ts'
import { reservationsOfRunsMigration } from './0010-reservations-of-runs.ts'
import { invoiceHistoryMigration } from './0011-invoice-history.ts'
import { remindersMigration } from './0012-reminders.ts'
import { sendsMigration } from './0013-sends.ts'
import { ticketsMigration } from './0014-tickets.ts'
import { creditNotesMigration } from './0015-credit-notes.ts'
import { summaryColumnsMigration } from './0016-summary-columns.ts'
import { customerLanguageMigration } from './0017-customer-language.ts'
import { scheduleEndsMigration } from './0018-schedule-ends.ts'
import { accountingMigration } from './0019-accounting.ts'
import { documentsMigration } from './0020-documents.ts'
import { waitingListsMigration } from './0021-waiting-lists.ts'
import { invoiceSumsMigration } from './0022-invoice-sums.ts'
import { textSearchMigration } from './0023-text-search.ts'
import { refusedCreditsMigration } from './0024-refused-credits.ts'
import { repricedOffersMigration } from './0025-repriced-offers.ts'
import { planStatesMigration } from './0026-plan-states.ts'
import { checkSumsMigration } from './0027-check-sums.ts'
import { recordVersionsMigration } from './0028-record-versions.ts'
import { unsubscribeLinks } from './0029-unsubscribe-links.ts'
import { calendarDaysMigration } from './0030-calendar-days.ts'
import { pendingOrdersMigration } from './0031-pending-orders.ts'
import { settlingCheckoutsMigration } from './0032-settling-checkouts.ts'
import { invoiceMailsMigration } from './0033-invoice-mails.ts'
import { foldedSearchMigration } from './0034-folded-search.ts'
import { freeInvoicesMigration } from './0035-free-invoices.ts'
import { publishedOffersMigration } from './0036-published-offers.ts'
import { paymentReversalsMigration } from './0037-payment-reversals.ts'
import { paidTicketsMigration } from './0038-paid-tickets.ts'
import { refundEntriesMigration } from './0039-refund-entries.ts'
import { knownZonesMigration } from './0040-known-zones.ts'
import { assetFencesMigration } from './0041-asset-fences.ts'
import { happeningPicturesMigration } from './0042-happening-pictures.ts'

/** All migrations, in order. */
export const migrations = {
  '0001-ledger': ledgerMigration,
  '0002-payments': paymentsMigration,
  '0003-statement-index': statementIndexMigration,
  '0004-schedule-terms': scheduleTermsMigration,
  '0005-forgotten-accounts': forgottenAccountsMigration,
  '0006-issued-invoices': issuedInvoicesMigration,
  '0007-plan-checkouts': planCheckoutsMigration,
  '0008-claimed-terms': claimedTermsMigration,
  '0009-credit-ledger': creditLedgerMigration,
  '0010-reservations-of-runs': reservationsOfRunsMigration,
  '0011-invoice-history': invoiceHistoryMigration,
  '0012-reminders': remindersMigration,
  '0013-sends': sendsMigration,
  '0014-tickets': ticketsMigration,
  '0015-credit-notes': creditNotesMigration,
  '0016-summary-columns': summaryColumnsMigration,
  '0017-customer-language': customerLanguageMigration,
  '0018-schedule-ends': scheduleEndsMigration,
  '0019-accounting': accountingMigration,
  '0020-documents': documentsMigration,
  '0021-waiting-lists': waitingListsMigration,
  '0022-invoice-sums': invoiceSumsMigration,
  '0023-text-search': textSearchMigration,
  '0024-refused-credits': refusedCreditsMigration,
  '0025-repriced-offers': repricedOffersMigration,
  '0026-plan-states': planStatesMigration,
  '0027-check-sums': checkSumsMigration,
  '0028-record-versions': recordVersionsMigration,
  '0029-unsubscribe-links': unsubscribeLinks,
  '0030-calendar-days': calendarDaysMigration,
  '0031-pending-orders': pendingOrdersMigration,
  '0032-settling-checkouts': settlingCheckoutsMigration,
  '0033-invoice-mails': invoiceMailsMigration,
  '0034-folded-search': foldedSearchMigration,
  '0035-free-invoices': freeInvoicesMigration,
  '0036-published-offers': publishedOffersMigration,
  '0037-payment-reversals': paymentReversalsMigration,
  '0038-paid-tickets': paidTicketsMigration,
  '0039-refund-entries': refundEntriesMigration,
  '0040-known-zones': knownZonesMigration,
  '0041-asset-fences': assetFencesMigration,
  '0042-happening-pictures': happeningPicturesMigration,
}
