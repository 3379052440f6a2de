import {
  type CustomerMapping,
  commonErrors,
  customerRowsAtMost,
  type ImportedField,
} from '@atrium/contracts'

/** One row's texts, by field. Blank texts are left out. */
export type ContactTexts = Partial<Record<ImportedField, string>>

export interface ContactRow {
  /** Counted from 1. A table's headings are row 1. */
  row: number
  texts: ContactTexts
}

export interface ContactFile {
  headings: string[]
  mapping: CustomerMapping
  rows: ContactRow[]
}

export const tooManyRows = () =>
  commonErrors.payload_too_large({
    message: `The file has more than ${customerRowsAtMost} customers. Split the file.`,
  })
