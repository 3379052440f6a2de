import { z } from 'zod'
import { contactMatches } from '../core/same-contact.ts'
import { named } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

/** The customer fields that a file's column can fill. */
export const importedFields = [
  'name',
  'email',
  'contactName',
  'phone',
  'billingLine1',
  'billingLine2',
  'billingPostalCode',
  'billingCity',
  'billingState',
  'billingCountry',
  'taxId',
  'currency',
  'language',
  'notes',
] as const
export type ImportedField = (typeof importedFields)[number]

export const customerRowsAtMost = 5_000

/** A file's column headings, by the field they fill. */
export const CustomerMapping = z
  .strictObject(
    Object.fromEntries(
      importedFields.map((field) => [
        field,
        z.string().max(1_000).optional().describe(`The heading of the column with \`${field}\`.`),
      ]),
    ) as Record<ImportedField, z.ZodOptional<z.ZodString>>,
  )
  .meta({ id: 'CustomerMapping' })
export type CustomerMapping = z.output<typeof CustomerMapping>

const count = (what: string) => z.number().int().describe(what)

export const CustomerImport = named('CustomerImport', {
  created: count('The number of new customers.'),
  updated: count('The number of known customers that got new details.'),
  skipped: count('The number of rows that hold nothing new about a known customer.'),
  errors: z
    .array(
      z.object({
        row: count('The row in the file. The headings are row 1. In a vCard file, the card.'),
        field: z.string().describe('The field that is wrong.'),
        message: z.string().describe('What is wrong with the field, for people.'),
      }),
    )
    .describe('Rows that were not imported, at most 1,000 entries.'),
  headings: z
    .array(z.string())
    .describe('The column headings of the file. Empty for a vCard file.'),
  mapping: CustomerMapping.describe(
    'The columns that were read, by field. Guessed from the headings unless the request names them.',
  ),
  rows: z
    .array(
      z.object({
        row: count('The row in the file.'),
        action: z.enum(['create', 'update', 'skip']).describe('What the import does with the row.'),
        name: z.string().describe('The customer’s name after the import.'),
        email: z.string().describe('The customer’s email address after the import.'),
        matchedBy: z
          .enum(['taxId', ...contactMatches])
          .nullable()
          .describe('What a known customer was recognised by. Null for a new customer.'),
      }),
    )
    .describe('The first 50 rows without errors, for a preview.'),
})
export type CustomerImport = z.infer<typeof CustomerImport>

const binary = z.string().meta({ format: 'binary' })

export const importCustomers = tagged('Customers').org.post(
  'importCustomers',
  '/api/customers/import',
  {
    sdk: null,
    summary: 'Import customers from a spreadsheet or from contacts',
    description:
      'Reads CSV in UTF-8, UTF-16 or Windows-1252, and vCard 3 and 4: up to 8 MB and 5,000 rows. A known customer is recognised by VAT number, email address, phone number or name. With the same VAT number or email address, the file’s values replace the stored ones. With the same phone number or name, they only fill what is missing. Rows with an error are left out, and the others are imported.',
    rawBody: {
      contentType: 'multipart/form-data',
      schema: z.strictObject({
        file: binary.describe('The file’s bytes. Exactly one part has this name.'),
        mapping: z
          .string()
          .optional()
          .describe('The column headings by field as JSON (`CustomerMapping`). Only for CSV.'),
        dryRun: z
          .enum(['true', 'false'])
          .default('false')
          .describe('`true` returns a preview and stores nothing.'),
      }),
    },
    idempotent: true,
    responses: ok('What was imported, or with `dryRun` what would be', CustomerImport),
  },
)
