import { z } from 'zod'
import { byId } from '../core/schemas.ts'
import { file, tagged } from '../core/tagged.ts'

export const eInvoiceFormats = ['cii', 'ubl', 'xrechnung'] as const
export type EInvoiceFormat = (typeof eInvoiceFormats)[number]

export const EInvoiceQuery = z.object({
  format: z
    .enum(eInvoiceFormats)
    .default('cii')
    .describe(
      'The file format. `xrechnung` is UBL by the rules of XRechnung 3.0, which German authorities require.',
    ),
})

export const getEInvoice = tagged('Invoicing').org.get(
  'getEInvoice',
  '/api/invoicing/{id}/e-invoice',
  {
    params: byId,
    sdk: 'invoices.eInvoice',
    summary: 'A finalized invoice as an EN 16931 e-invoice',
    description:
      '`cii` is the UN/CEFACT Cross Industry Invoice that is embedded in the PDF (Factur-X). `ubl` is UBL 2.1. `xrechnung` needs more details, for example the customer’s reference and your company’s phone number. It is the document as issued, so payments and credit notes do not change it. If details of the seller or customer are missing, the request is refused and `errors` lists them.',
    query: EInvoiceQuery,
    responses: file('The XML', 'application/xml'),
    errors: ['invoice_not_issued', 'invoice_void', 'e_invoice_incomplete', 'e_invoice_currency'],
    example: { query: { format: 'ubl' } },
  },
)
