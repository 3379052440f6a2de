import { guardAssets } from '@atrium/asset-fences'
import type { Migrations } from '@atrium/database'
import { addMailHtml } from '@atrium/mailer'
import { invoices } from './0001-invoices.ts'
import { processor } from './0002-processor.ts'
import { credits } from './0003-credits.ts'
import { tickets } from './0004-tickets.ts'
import { mails } from './0005-mails.ts'
import { invoicePayments } from './0008-invoice-payments.ts'
import { keyedRecords } from './0009-keyed-records.ts'
import { overdueAnnouncements } from './0010-overdue-announcements.ts'
import { customerContacts } from './0011-customer-contacts.ts'
import { publicInvoices } from './0012-public-invoices.ts'
import { sellerDetails } from './0013-seller-details.ts'
import { mailTexts } from './0014-mail-texts.ts'
import { numberFormats } from './0015-number-formats.ts'
import { mergedCustomers } from './0016-merged-customers.ts'
import { invoiceDocument } from './0017-invoice-document.ts'
import { bank } from './0018-bank.ts'
import { estimates } from './0019-estimates.ts'
import { customerPhones } from './0020-customer-phones.ts'
import { estimateHistory } from './0021-estimate-history.ts'
import { repeatedBookings } from './0022-repeated-bookings.ts'
import { refusedSales } from './0023-refused-sales.ts'
import { statementLayouts } from './0024-statement-layouts.ts'
import { paidIndexes } from './0025-paid-indexes.ts'

/** The schema's history. Only add to it, never change an entry. */
export const migrations: Migrations = {
  '0001-invoices': invoices,
  '0002-processor': processor,
  '0003-credits': credits,
  '0004-tickets': tickets,
  '0005-mails': mails,
  '0006-asset-fences': guardAssets('invoicing', [
    { table: 'offers' },
    { table: 'happenings' },
    { table: 'incoming_documents' },
  ]),
  '0007-mail-html': { up: addMailHtml },
  '0008-invoice-payments': invoicePayments,
  '0009-keyed-records': keyedRecords,
  '0010-overdue-announcements': overdueAnnouncements,
  '0011-customer-contacts': customerContacts,
  '0012-public-invoices': publicInvoices,
  '0013-seller-details': sellerDetails,
  '0014-mail-texts': mailTexts,
  '0015-number-formats': numberFormats,
  '0016-merged-customers': mergedCustomers,
  '0017-invoice-document': invoiceDocument,
  '0018-bank': bank,
  '0019-estimates': estimates,
  '0020-customer-phones': customerPhones,
  '0021-estimate-history': estimateHistory,
  '0022-repeated-bookings': repeatedBookings,
  '0023-refused-sales': refusedSales,
  '0024-statement-layouts': statementLayouts,
  '0025-paid-indexes': paidIndexes,
}
