import {
  type CustomerMapping,
  commonErrors,
  customerRowsAtMost,
  type ImportedField,
} from '@atrium/contracts'

/** The texts of one row, by field. Blank texts are left out. */
export type ContactTexts = Partial<Record<ImportedField, string>>

export interface ContactRow {
  /** Counted from 1, with the headings of a table as row 1. */
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
