import type { EInvoiceParty } from '../e-invoice/e-invoice.ts'
import type { toBrand } from './brand.ts'
import type { DocumentContent } from './document-content.ts'
import type { DocumentWords } from './english-words.ts'
import type { DocumentFormat } from './format.ts'
import type { Sheet } from './sheet.ts'

/** What each drawing function needs. */
export interface Drawing {
  sheet: Sheet
  content: DocumentContent
  words: DocumentWords
  format: DocumentFormat
  seller: EInvoiceParty
  buyer: EInvoiceParty
  number: string
  brand: ReturnType<typeof toBrand>
}

/** The points between two columns. */
export const gap = 14
