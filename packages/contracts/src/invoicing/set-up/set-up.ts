import { z } from 'zod'
import { byId, named } from '../../core/schemas.ts'
import { ok, tagged } from '../../core/tagged.ts'
import { Country } from '../money/money.ts'
import { InvoiceWarning } from '../parties/parties.ts'

export const setUpSteps = ['company', 'bank', 'vat', 'numbers', 'payments'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** What an organisation has to set up before its first invoice. */
export const InvoicingSetUp = named('InvoicingSetUp', {
  items: z
    .array(
      z.object({
        step: z
          .enum(setUpSteps)
          .describe(
            '`company`: name, address and what the law of the country asks for. `bank`: the bank account that customers pay to. `vat`: a VAT number or tax number. `numbers`: payment terms and numbering. `payments`: online payments.',
          ),
        done: z.boolean().describe('True if nothing is missing.'),
        optional: z.boolean().describe('True if invoices can be issued without it.'),
        missing: z.array(z.string()).describe('The missing fields of the seller or numbering.'),
      }),
    )
    .describe('The steps in the order in which they are usually done.'),
})
export type InvoicingSetUp = z.infer<typeof InvoicingSetUp>

/** A country's VAT rates. */
export const VatRates = named('VatRates', {
  items: z
    .array(
      z.object({
        rateBps: z.number().int().describe('The rate in basis points. 1900 is 19 %.'),
        label: z.string().describe('The rate in words, such as `Reduced, 7 %`.'),
        isDefault: z.boolean().describe('True for the rate that usually applies.'),
      }),
    )
    .describe('The rates from the highest to the lowest.'),
})
export type VatRates = z.infer<typeof VatRates>

/** What a draft lacks. */
export const InvoiceCheck = named('InvoiceCheck', {
  warnings: z
    .array(InvoiceWarning)
    .describe(
      'What the law asks for and the invoice would lack, and what stops it from being paid.',
    ),
  eInvoiceWarnings: z.array(InvoiceWarning).describe('What an e-invoice receiver may miss.'),
})
export type InvoiceCheck = z.infer<typeof InvoiceCheck>

const invoicing = tagged('Invoicing')

export const getInvoicingSetUp = invoicing.org.get('getInvoicingSetUp', '/api/invoicing/setup', {
  sdk: 'invoices.setUp',
  summary: 'What is missing before the first invoice',
  responses: ok('The steps', InvoicingSetUp),
})

export const VatRatesQuery = z.object({
  country: Country.optional().describe('The country. Defaults to the seller’s.'),
})

export const listVatRates = invoicing.org.get('listVatRates', '/api/invoicing/vat-rates', {
  sdk: 'invoices.vatRates',
  summary: 'The VAT rates of a country',
  description:
    'Without `country`, the rates of the seller’s country. A small business gets 0 % as its default rate. A country without known rates has 0 % alone.',
  query: VatRatesQuery,
  responses: ok('The rates', VatRates),
  example: { query: { country: 'FR' } },
})

export const checkInvoice = invoicing.org.get('checkInvoice', '/api/invoicing/{id}/check', {
  params: byId,
  sdk: 'invoices.check',
  summary: 'What a draft lacks before it is issued',
  description: 'Changes nothing. An issued invoice is refused (409).',
  responses: ok('What is missing', InvoiceCheck),
  errors: ['invoice_not_draft'],
})
