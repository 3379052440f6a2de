import { z } from 'zod'
import { byShortId, CalendarDay, CreatedAt, named, pageQuery, RecordId } from '../core/schemas.ts'
import { ok, page, tagged } from '../core/tagged.ts'

export const statementFormats = ['camt', 'mt940', 'ofx', 'csv'] as const
export type StatementFormat = (typeof statementFormats)[number]

/** The largest statement file in bytes, packed and unpacked. */
export const maxStatementBytes = 50_000_000

const heading = z.string().trim().min(1).max(200)

/** The headings of a CSV file's columns, by what each column holds. */
export const StatementMapping = z
  .strictObject({
    bookedOn: heading.describe('The heading of the column with the booking day.'),
    amount: heading.describe(
      'The heading of the column with the amount. With `debit`, the column with money in.',
    ),
    debit: heading
      .optional()
      .describe('The heading of the column with money out, if the file has a separate one.'),
    direction: heading
      .optional()
      .describe(
        'The heading of the column that says if money came in or went out, if amounts have no sign.',
      ),
    currency: heading.optional().describe('The heading of the column with the currency.'),
    counterparty: heading
      .optional()
      .describe('The heading of the column with the name of the payer or recipient.'),
    iban: heading
      .optional()
      .describe('The heading of the column with the IBAN of the payer or recipient.'),
    reference: heading
      .optional()
      .describe('The heading of the column with the reference or remittance text.'),
  })
  .meta({ id: 'StatementMapping' })
export type StatementMapping = z.output<typeof StatementMapping>

const amountCents = z
  .number()
  .int()
  .describe('The amount in minor units. Negative if money went out.')
const bookedOn = CalendarDay.describe('The day on which the bank booked it.')
const currency = z.string().describe('The ISO 4217 currency code.')
const counterparty = z
  .string()
  .nullable()
  .describe('The name of the payer or recipient. Null if the bank does not say.')
const iban = z
  .string()
  .nullable()
  .describe('The IBAN or account number of the payer or recipient. Null if the bank does not say.')
const reference = z
  .string()
  .nullable()
  .describe('The remittance text and structured reference. Null if there is none.')

export const bankTransactionStatuses = ['unmatched', 'matched', 'ignored'] as const

export const BankSuggestion = z.object({
  invoiceIds: z.array(z.string()).describe('The invoices that this transaction may pay, in order.'),
  invoiceNumbers: z.array(z.string()).describe('The numbers of these invoices, in the same order.'),
  score: z.number().min(0).max(1).describe('How likely it is, from 0 to 1.'),
  reason: z.string().describe('Why it is likely, for people.'),
})
export type BankSuggestion = z.output<typeof BankSuggestion>

export const BankTransaction = named('BankTransaction', {
  id: RecordId,
  statementId: z.string().describe('The id of the statement that contained it first.'),
  bookedOn,
  amountCents,
  currency,
  counterparty,
  iban,
  reference,
  status: z
    .enum(bankTransactionStatuses)
    .describe('`matched` if it pays invoices, `ignored` if somebody put it aside.'),
  matchedBy: z
    .enum(['platform', 'user'])
    .nullable()
    .describe('`platform` if the import matched it, `user` if somebody did. Null unless matched.'),
  invoiceIds: z.array(z.string()).describe('The invoices that it pays.'),
  invoiceNumbers: z.array(z.string()).describe('The numbers of these invoices, in the same order.'),
  suggestions: z
    .array(BankSuggestion)
    .describe('Invoices that it may pay, the likeliest first. Empty unless it is unmatched.'),
  duplicateOf: z
    .string()
    .nullable()
    .describe(
      'The id of a transaction from a statement in another format that may be the same booking. Ignore this transaction if it is. Null unless it is unmatched.',
    ),
  createdAt: CreatedAt,
})
export type BankTransaction = z.output<typeof BankTransaction>

const day = CalendarDay.nullable()

export const BankStatement = named('BankStatement', {
  id: z.string().nullable().describe('The record’s id. Null for a preview.'),
  format: z.enum(statementFormats).describe('The format of the file.'),
  iban: z
    .string()
    .nullable()
    .describe('The IBAN of the account. Null if the file names none, or several.'),
  from: day.describe('The first booking day. Null without transactions.'),
  to: day.describe('The last booking day. Null without transactions.'),
  transactions: z
    .number()
    .int()
    .describe('The number of transactions in the file, including those imported earlier.'),
  matched: z.number().int().describe('The number of transactions that were matched at once.'),
  duplicates: z.number().int().describe('The number of transactions that were imported earlier.'),
  headings: z
    .array(z.string())
    .nullable()
    .describe('The headings of a CSV file. Null for other formats.'),
  mapping: StatementMapping.partial()
    .nullable()
    .describe(
      'The columns of a CSV file: as sent, as remembered, or in a preview as guessed. Null for other formats.',
    ),
  preview: z
    .array(z.object({ bookedOn, amountCents, currency, counterparty, iban, reference }))
    .describe('The first transactions of a preview. Empty after an import.'),
})
export type BankStatement = z.output<typeof BankStatement>

const bank = tagged('Bank')

const binary = z.string().meta({ format: 'binary' })

export const importStatement = bank.admin.post('importStatement', '/api/bank/statements', {
  sdk: null,
  summary: 'Import a bank statement',
  description:
    'CAMT.052, .053 and .054, also in a ZIP archive, MT940, OFX and CSV, up to 50 MB. Transactions that were imported earlier are recognised by the bank’s reference. A transaction without one is new only if the file has it more often than all earlier files. A booking that a statement in another format contained is recognised by day, amount, payer and text. A transaction pays an invoice at once if its amount and the invoice’s number or payment reference agree. With `dryRun` nothing is stored, and the response is a preview.',
  rawBody: {
    contentType: 'multipart/form-data',
    schema: z.strictObject({
      file: binary.describe('The file’s bytes. Exactly one part has this name.'),
      mapping: z
        .string()
        .optional()
        .describe(
          'The columns of a CSV file as JSON (`StatementMapping`). Remembered for files with the same headings.',
        ),
      dryRun: z
        .enum(['true', 'false'])
        .default('false')
        .describe('`true` returns a preview and stores nothing.'),
    }),
  },
  idempotent: true,
  responses: {
    200: { description: 'A preview', schema: BankStatement },
    201: {
      description: 'The statement is imported',
      schema: BankStatement,
      headers: { Location: 'The transactions' },
    },
  },
  errors: ['statement_unreadable'],
})

export const BankTransactionQuery = z.object({
  status: z
    .enum(bankTransactionStatuses)
    .optional()
    .describe('Returns only transactions with this status.'),
  ...pageQuery,
})
export type BankTransactionQuery = z.output<typeof BankTransactionQuery>

export const listBankTransactions = bank.org.get('listBankTransactions', '/api/bank/transactions', {
  sdk: 'bank.transactions',
  summary: 'The transactions of all imported statements, newest first',
  query: BankTransactionQuery,
  responses: page(BankTransaction),
  example: { query: { status: 'unmatched' } },
})

const transaction = bank.admin.at('/api/bank/transactions/{id}', byShortId)
const shown = ok('The transaction', BankTransaction)

export const MatchTransaction = z.strictObject({
  invoiceIds: z
    .array(z.string().max(200))
    .min(1)
    .max(50)
    .describe('The invoices to pay, in this order, each up to what is due.'),
})
export type MatchTransaction = z.output<typeof MatchTransaction>

export const matchTransaction = transaction.post('matchTransaction', '/match', {
  sdk: 'bank.match',
  summary: 'Pay invoices with a transaction',
  description:
    'The invoices are paid in order, each up to what is due. It also takes an ignored transaction.',
  body: MatchTransaction,
  responses: shown,
  errors: [
    'already_matched',
    'not_matchable',
    'exceeds_amount_due',
    'invoice_not_open',
    'nothing_due',
    'not_configured',
    'processor_refused',
  ],
  example: {
    params: { id: '{listBankTransactions.items.1.id}' },
    body: { invoiceIds: ['{banked.id}'] },
  },
})

export const unmatchTransaction = transaction.post('unmatchTransaction', '/unmatch', {
  sdk: 'bank.unmatch',
  summary: 'Undo the payments of a transaction, or stop ignoring it',
  description: 'The amounts are due again. An unmatched transaction stays as it is.',
  responses: shown,
  errors: ['already_matched', 'invoice_not_open', 'paid_at_processor'],
  example: { params: { id: '{listBankTransactions.items.1.id}' } },
})

export const ignoreTransaction = transaction.post('ignoreTransaction', '/ignore', {
  sdk: 'bank.ignore',
  summary: 'Put a transaction aside that pays no invoice',
  responses: shown,
  errors: ['already_matched'],
  example: { params: { id: '{listBankTransactions.items.0.id}' } },
})
