import { createHash } from 'node:crypto'
import {
  type BankStatement,
  bankErrors,
  type StatementMapping,
  StatementMapping as StatementMappingSchema,
} from '@atrium/contracts'
import { audit, inTransaction, json } from '@atrium/database'
import { refreshTimeZone } from '../calendar/time-zone.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { toAuthor } from '../invoices/history/history.ts'
import { recordTransfers } from '../invoices/payments/record-transfers.ts'
import {
  findMapping,
  insertStatement,
  insertTransactions,
  lockImports,
  type NewTransaction,
  putMapping,
  updateStatement,
} from './bank.db.ts'
import { createRowSorter } from './find-new-rows.ts'
import type { ReadStatement } from './formats/read-statement.ts'
import { readRows } from './formats/statement-reader.ts'
import { loadOpenInvoices } from './load-open-invoices.ts'
import { lockDue, type Match, matchBatch } from './match-batch.ts'
import { closeAtProcessor } from './match-transaction.ts'
import type { ReceivedStatement } from './receive-statement.ts'
import { insertTransactionKeys, type StatementKind } from './repeated-bookings.db.ts'
import { createTransactionReader, toBooking } from './transaction.ts'

// One batch takes a few milliseconds, so other requests run in between.
const batchSize = 250
const mostShown = 20

type SettleStatement = (tx: Transaction, statement: BankStatement) => Promise<void>

interface Read {
  file: ReadStatement
  mapping: Partial<StatementMapping> | null
  /** The columns under which the mapping is remembered. Null unless it is a CSV file. */
  headings: string | null
  isMapped: boolean
}

// A database index entry has at most 2,704 bytes.
const longestKey = 500

/** Returns the key under which a file's mapping is remembered. */
function toMappingKey(headings: readonly string[] | null): string {
  const text = JSON.stringify(headings)
  return text.length <= longestKey ? text : createHash('sha256').update(text).digest('base64url')
}

/** Tells the files of one format apart by what they say about a booking. */
const toKind = ({ file: { format, messages, headings }, mapping }: Read): StatementKind => {
  const facts = format === 'csv' ? { headings, mapping } : messages
  const layout = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
  return { format, layout }
}

/** Reads an uploaded file. A CSV file is read with the sent, remembered or guessed columns. */
async function readUpload(deps: Deps, orgId: string, upload: ReceivedStatement): Promise<Read> {
  const { path, rowsPath, isPreview } = upload
  const read = (mapping: StatementMapping | null) =>
    deps.statements.read(orgId, { path, rowsPath, mapping })
  const first = await read(upload.mapping)
  if (first.format !== 'csv') return { file: first, mapping: null, headings: null, isMapped: true }
  const headings = toMappingKey(first.headings)
  if (upload.mapping !== null)
    return { file: first, mapping: upload.mapping, headings, isMapped: true }
  const remembered = await findMapping(deps.db, orgId, headings)
  const guess = StatementMappingSchema.safeParse(first.guess)
  const used = remembered?.mapping ?? (isPreview && guess.success ? guess.data : undefined)
  if (used !== undefined) return { file: await read(used), mapping: used, headings, isMapped: true }
  return { file: first, mapping: first.guess, headings, isMapped: false }
}

/**
 * Imports a bank statement and matches its new transactions, all in one database transaction.
 * Invoices at the processor are closed there afterwards. A preview stores nothing. Throws
 * `statement_unreadable` (422), `validation_failed` (400).
 */
export async function importStatement(
  deps: Deps,
  ctx: Ctx,
  { upload, settle }: { upload: ReceivedStatement; settle: SettleStatement },
): Promise<BankStatement> {
  const { orgId } = ctx.principal
  const read = await readUpload(deps, orgId, upload)
  const { currency } = await orgSettings(deps, orgId)
  const rows = () => readTransactions(deps, upload.rowsPath, currency)
  if (upload.isPreview) return previewStatement(deps, orgId, read, rows)
  if (!read.isMapped) {
    const message = 'Choose the columns with the day and the amount'
    throw bankErrors.statement_unreadable({
      message,
      details: { errors: [{ path: 'mapping', message }] },
    })
  }
  const zone = await refreshTimeZone(deps, orgId)
  const author = toAuthor(ctx.principal)
  const id = deps.newId('bst')
  const kind = toKind(read)
  const { statement, waiting } = await inTransaction(deps.db, undefined, async (tx) => {
    await lockImports(tx, orgId)
    const key = { org_id: orgId, id }
    await insertStatement(tx, {
      ...key,
      ...kind,
      file_name: upload.name,
      iban: null,
      from_on: null,
      to_on: null,
      transactions: 0,
      matched: 0,
      duplicates: 0,
      author: json(author),
    })
    if (read.headings !== null && upload.mapping !== null)
      await putMapping(tx, orgId, read.headings, upload.mapping)
    const invoices = await loadOpenInvoices(tx, orgId)
    const sortRows = await createRowSorter(tx, orgId, { kind, readAll: rows })
    const facts = createFacts()
    const waiting: Array<{ id: string; invoiceId: string }> = []
    const due: Match[] = []
    for await (const batch of rows()) {
      const { fresh, repeated } = await sortRows(batch)
      await insertTransactionKeys(tx, orgId, kind, repeated)
      const stored = await insertTransactions(tx, key, fresh)
      facts.note(batch, batch.length - stored.size)
      const added = fresh.filter(({ id }) => stored.has(id))
      for (const match of await matchBatch(tx, orgId, { rows: added, statementId: id, invoices })) {
        const { row, invoiceId } = match
        if (invoices.atProcessor.has(invoiceId)) waiting.push({ id: row.id, invoiceId })
        else due.push(match)
      }
    }
    for (let at = 0; at < due.length; at += batchSize) {
      const batch = due.slice(at, at + batchSize)
      const transfers = await lockDue(tx, orgId, batch)
      await recordTransfers(deps, tx, { author, zone, by: 'platform', transfers })
      facts.countMatched(transfers.length)
    }
    const statement: BankStatement = {
      ...facts.read(),
      id,
      format: read.file.format,
      headings: read.file.headings,
      mapping: read.mapping,
      preview: [],
    }
    const { iban, from: from_on, to: to_on, transactions, matched, duplicates } = statement
    await updateStatement(tx, key, { iban, from_on, to_on, transactions, matched, duplicates })
    await audit(tx, orgId, {
      action: 'bank_statement.imported',
      target: { type: 'bank_statement', id, name: upload.name || statement.format },
      detail: { transactions, matched, duplicates },
    })
    await settle(tx, statement)
    return { statement, waiting }
  })
  if (waiting.length === 0) return statement
  const closed = await closeAtProcessor(deps, ctx, waiting)
  if (closed > 0)
    await inTransaction(deps.db, undefined, (tx) =>
      updateStatement(tx, { org_id: orgId, id }, { matched: statement.matched + closed }),
    )
  return { ...statement, matched: statement.matched + closed }
}

async function* readTransactions(deps: Deps, rowsPath: string, currency: string) {
  const toTransaction = createTransactionReader(() => deps.newId('btx'), currency)
  for await (const batch of readRows(rowsPath, batchSize)) yield batch.map(toTransaction)
}

/** Collects what a statement says as a whole. */
function createFacts() {
  const accounts = new Set<string | null>()
  let from: string | null = null
  let to: string | null = null
  let transactions = 0
  let duplicates = 0
  let matched = 0
  return {
    note(batch: readonly NewTransaction[], known: number): void {
      transactions += batch.length
      duplicates += known
      for (const { account, booked_on: day } of batch) {
        accounts.add(account)
        if (from === null || day < from) from = day
        if (to === null || day > to) to = day
      }
    },
    countMatched(n: number): void {
      matched += n
    },
    read() {
      const [account = null] = accounts
      return {
        iban: accounts.size === 1 ? account : null,
        from,
        to,
        transactions,
        matched,
        duplicates,
      }
    },
  }
}

async function previewStatement(
  deps: Deps,
  orgId: string,
  read: Read,
  readAll: () => AsyncIterable<NewTransaction[]>,
): Promise<BankStatement> {
  const invoices = await loadOpenInvoices(deps.db, orgId)
  const { file, mapping } = read
  const sortRows = await createRowSorter(deps.db, orgId, { kind: toKind(read), readAll })
  const facts = createFacts()
  const preview: BankStatement['preview'] = []
  for await (const batch of readAll()) {
    const { fresh } = await sortRows(batch)
    facts.note(batch, batch.length - fresh.length)
    const matches = await matchBatch(deps.db, orgId, { rows: fresh, statementId: null, invoices })
    facts.countMatched(matches.length)
    for (const row of batch.slice(0, mostShown - preview.length)) {
      const { booked_on: bookedOn, ...rest } = row
      preview.push({ bookedOn, ...toBooking(rest) })
    }
  }
  return {
    ...facts.read(),
    id: null,
    format: file.format,
    headings: file.headings,
    mapping,
    preview,
  }
}
