import { z } from 'zod'
import { etag, ifMatch } from '../../core/headers.ts'
import { named } from '../../core/schemas.ts'
import { ok, tagged } from '../../core/tagged.ts'

/** Documents with a sequence of numbers. */
export const numberedKinds = ['invoice', 'creditNote', 'estimate'] as const
export type NumberedKind = (typeof numberedKinds)[number]

const words = {
  prefix: 'The text before the number. Empty for none.',
  withYear: 'True if the number has the year. The sequence then starts at 1 each year.',
  digits: 'The number is filled up with zeros to this many digits.',
  next: 'The number of the next document. It may only grow.',
}

const NumberFormat = z.object({
  prefix: z.string().describe(words.prefix),
  withYear: z.boolean().describe(words.withYear),
  digits: z.number().int().describe(words.digits),
  next: z.number().int().describe(words.next),
})
export type NumberFormat = z.infer<typeof NumberFormat>

/** How an organisation numbers its documents. */
export const Numbering = named('Numbering', {
  invoice: NumberFormat.describe('The numbers of invoices: `INV-<year>-<6 digits>` at first.'),
  creditNote: NumberFormat.describe(
    'The numbers of credit notes: `CN-<year>-<6 digits>` at first.',
  ),
  estimate: NumberFormat.describe('The numbers of estimates: `EST-<year>-<6 digits>` at first.'),
})
export type Numbering = z.infer<typeof Numbering>

// The payment reference has at most 21 characters of the number (ISO 11649).
const referenceAtMost = 21
const yearDigits = 4

/** Formats a document's number. Its parts are joined by hyphens. */
export function formatNumber(
  { prefix, withYear, digits }: Pick<NumberFormat, 'prefix' | 'withYear' | 'digits'>,
  year: number,
  n: number,
): string {
  const parts = [prefix, withYear ? String(year) : '', String(n).padStart(digits, '0')]
  return parts.filter((part) => part !== '').join('-')
}

/**
 * Returns the sequence's year and the running number from a formatted number. The year is 0 if the
 * number has none, because no prefix ends with a year. Null if the number has another form.
 */
export function readNumber(number: string): { year: number; n: number } | null {
  const parts = number.split('-')
  const n = parts.at(-1) ?? ''
  const year = parts.at(-2) ?? ''
  if (!/^\d{1,9}$/.test(n)) return null
  return { year: /^\d{4}$/.test(year) ? Number(year) : 0, n: Number(n) }
}

/** True if numbers are too long for a payment reference. */
export const hasLongNumbers = ({
  prefix,
  withYear,
  digits,
}: Pick<NumberFormat, 'prefix' | 'withYear' | 'digits'>): boolean =>
  prefix.replaceAll('-', '').length + (withYear ? yearDigits : 0) + digits > referenceAtMost

export const numberTooLong =
  'The number is too long for a payment reference. Choose a shorter prefix or fewer digits.'

const ChangedFormat = z
  .strictObject({
    prefix: z
      .string()
      .trim()
      .regex(/^(?:[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)?$/, 'Use letters, digits and single hyphens')
      .max(12)
      .refine(
        (prefix) => !/(?:^|-)\d{4}$/.test(prefix),
        'Leave the year out of the prefix and turn on “with the year”',
      )
      .optional()
      .describe(words.prefix),
    withYear: z.boolean().optional().describe(words.withYear),
    digits: z.number().int().min(1).max(9).optional().describe(words.digits),
    next: z.number().int().min(1).max(999_999_999).optional().describe(words.next),
  })
  .refine(
    ({ prefix = '', withYear = true, digits = 1 }) => !hasLongNumbers({ prefix, withYear, digits }),
    numberTooLong,
  )
  .optional()

export const PutNumbering = z.strictObject({
  invoice: ChangedFormat.describe('The numbers of invoices.'),
  creditNote: ChangedFormat.describe('The numbers of credit notes.'),
  estimate: ChangedFormat.describe('The numbers of estimates.'),
})
export type PutNumbering = z.output<typeof PutNumbering>

const invoicing = tagged('Invoicing')
const shown = ok('The numbering', Numbering, etag)

export const getNumbering = invoicing.org.get('getNumbering', '/api/invoicing/numbering', {
  sdk: 'invoices.numbering',
  summary: 'How documents are numbered',
  description: '`next` is the next number of the current year, or of all years without a year.',
  responses: shown,
})

export const putNumbering = invoicing.admin.put('putNumbering', '/api/invoicing/numbering', {
  sdk: 'invoices.setNumbering',
  summary: 'Set how documents are numbered',
  description:
    'The parts of a number are joined by hyphens. A field that you leave out keeps its value. Numbers have no gaps, except if you raise `next`. Each kind of document needs its own prefix. If you send the ETag of a read as `If-Match`, the change is refused (412) when the numbering has changed since.',
  headers: ifMatch,
  body: PutNumbering,
  responses: shown,
  errors: ['next_too_low', 'precondition_failed'],
  example: { body: { estimate: { prefix: 'DEVIS', digits: 4 } } },
})
