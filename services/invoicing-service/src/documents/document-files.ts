import { type EInvoiceFormat, invoiceErrors } from '@atrium/contracts'
import type { AppEnv } from '@atrium/http'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { formatCii } from '../e-invoice/cii.ts'
import { type EInvoice, toEInvoice } from '../e-invoice/e-invoice.ts'
import { findObstacle } from '../e-invoice/obstacle.ts'
import { formatUbl } from '../e-invoice/ubl.ts'
import { formatXRechnung, missingXRechnungTerms } from '../e-invoice/xrechnung.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { toEInvoiceSource } from '../pdf/mentions.ts'

export const toFileName = ({ invoice: { number, id } }: DocumentContent): string =>
  (number ?? id).replace(/[^A-Za-z0-9._-]/g, '-')

export async function answerPdf(
  c: Context<AppEnv>,
  deps: Deps,
  orgId: string,
  content: DocumentContent,
) {
  const pdf = await deps.documents.pdf(orgId, content)
  c.header('content-type', 'application/pdf')
  c.header('content-disposition', `inline; filename="${toFileName(content)}.pdf"`)
  return c.body(new Uint8Array(pdf))
}

/**
 * Throws `e_invoice_currency`, `e_invoice_incomplete` (422) or `invoice_void` (409) if there is no
 * e-invoice.
 */
function requireEInvoice(content: DocumentContent, format: EInvoiceFormat): void {
  const obstacle = findObstacle(content)
  if (obstacle === 'currency') throw invoiceErrors.e_invoice_currency()
  if (obstacle === 'void')
    throw invoiceErrors.invoice_void({ message: 'A void invoice has no e-invoice' })
  const further = format === 'xrechnung' ? missingXRechnungTerms(content) : []
  const missing = [...(obstacle ?? []), ...further]
  if (missing.length === 0) return
  const errors = missing.map(({ path, of, term }) => ({
    path,
    message: `Add ${of} ${term}`,
  }))
  throw invoiceErrors.e_invoice_incomplete({ details: { errors } })
}

const formats: Readonly<Record<EInvoiceFormat, (document: EInvoice) => string>> = {
  cii: formatCii,
  ubl: (document) => formatUbl(document),
  xrechnung: formatXRechnung,
}

export function answerEInvoice(
  c: Context<AppEnv>,
  content: DocumentContent,
  format: EInvoiceFormat,
) {
  requireEInvoice(content, format)
  const document = toEInvoice(toEInvoiceSource(content))
  c.header('content-type', 'application/xml; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${toFileName(content)}-${format}.xml"`)
  return c.body(formats[format](document))
}
