import type { Updateable } from 'kysely'
import { ensureProcessorCustomer } from '../customers/ensure-processor-customer.ts'
import type { Database, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { invoiceTotals } from '../money/invoice-totals.ts'
import { chargingAccount } from '../payments/charging-account.ts'
import { ensureTaxRate } from '../payments/ensure-tax-rate.ts'
import type { InvoiceRow } from './invoice.ts'

/** Sends an invoice through the processor; the columns that follow from it. Nothing without a processor. */
export async function pushInvoice(
  deps: Deps,
  tx: Transaction,
  invoice: InvoiceRow & { number: string; due_date: Date },
): Promise<Updateable<Database['invoices']>> {
  const { processor } = deps
  if (processor === null) return {}
  const accountId = await chargingAccount(deps, tx, invoice.org_id)
  const customerId = await ensureProcessorCustomer(
    deps,
    processor,
    accountId,
    invoice.org_id,
    invoice.customer_id,
  )
  const taxRateId = await ensureTaxRate(deps, processor, accountId, invoice.vat_rate_bps)
  const totals = invoiceTotals(invoice.line_items, invoice.vat_rate_bps)
  const pushed = await processor.pushInvoice(accountId, {
    invoiceId: invoice.id,
    attempt: invoice.version,
    number: invoice.number,
    customerId,
    currency: invoice.currency,
    dueDate: invoice.due_date,
    taxRateId,
    lines: invoice.line_items.map((line, index) => ({
      ...line,
      netCents: totals.lines[index]?.netCents ?? 0,
    })),
  })
  return {
    payments_invoice_id: pushed.id,
    payments_account_id: accountId,
    payments_hosted_invoice_url: pushed.hostedInvoiceUrl,
    payments_invoice_pdf_url: pushed.invoicePdf,
  }
}
