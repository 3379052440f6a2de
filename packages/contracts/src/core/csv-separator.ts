import { z } from 'zod'

/** The cell separator of a CSV file. */
export const CsvSeparator = z
  .enum([',', ';', 'tab'])
  .describe(
    'By default a comma, or a semicolon if the organisation’s locale writes decimals with a comma',
  )
export type CsvSeparator = z.output<typeof CsvSeparator>
