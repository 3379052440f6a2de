import { z } from 'zod'

/** A CSV file's cell separator. */
export const CsvSeparator = z
  .enum([',', ';', 'tab'])
  .describe(
    'By default a comma, or a semicolon if the organisation’s locale writes decimals with a comma',
  )
export type CsvSeparator = z.output<typeof CsvSeparator>
