import { z } from 'zod'
import { byId } from '../core/schemas.ts'
import { file, tagged } from '../core/tagged.ts'

export const eInvoiceFormats = ['cii', 'ubl'] as const
export type EInvoiceFormat = (typeof eInvoiceFormats)[number]

export const EInvoiceQuery = z.object({ format: z.enum(eInvoiceFormats).default('cii') })

export const getEInvoice = tagged('Invoicing').org.get('getEInvoice', '/api/invoicing/{id}/e-invoice', {
  params: byId,
  summary: 'A finalized invoice as an e-invoice of EN 16931',
  description:
    '`cii` is UN/CEFACT Cross Industry Invoice, as embedded in the PDF (Factur-X); `ubl` is UBL 2.1. The document names seller and buyer as they were at finalize: a party without a country leaves it incomplete.',
  query: EInvoiceQuery,
  responses: file('The XML', 'application/xml'),
  errors: ['invoice_not_issued', 'e_invoice_currency'],
})
