import {
  CreateCustomer,
  CustomerCreated,
  type CustomerImport,
  type ImportedField,
} from '@atrium/contracts'
import { audit, emitEntries, eventEntry, inTransaction, toColumns } from '@atrium/database'
import type { Db, Transaction } from '../../database.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { auditChanged } from '../audit-customer.ts'
import { type CustomerRow, toCustomerColumns, toCustomerDetails } from '../customer.ts'
import { updateCustomerRow } from '../customers.db.ts'
import { insertCustomers, listImportedRows, listKnownContacts, lockImports } from './import.db.ts'
import type { ImportedValues } from './parse-row.ts'
import { type MatchedBy, planImport, type Target } from './plan-import.ts'
import { readContactFile } from './read-contact-file.ts'
import type { ImportForm } from './read-import-form.ts'

const errorsAtMost = 1_000
const previewedAtMost = 50

/**
 * Imports customers from a file. Importing the same file again changes nothing. Throws
 * `validation_failed` if the file cannot be read, `payload_too_large` if it has too many rows.
 */
export async function importCustomers(
  deps: Deps,
  { principal: { orgId }, tx: outer }: Ctx,
  { bytes, mapping, dryRun }: ImportForm,
): Promise<CustomerImport> {
  const file = await readContactFile(bytes, mapping)
  const run = async (db: Db, tx: Transaction | undefined) => {
    const { targets, problems } = await planImport(listKnownContacts(db, orgId), file.rows)
    const stored = await readStored(db, orgId, { targets, lock: tx !== undefined })
    const outcome = applyRows(targets, stored)
    if (tx !== undefined) await storeOutcome(deps, tx, orgId, outcome)
    return {
      created: outcome.created.length,
      updated: outcome.updatedRows,
      skipped: outcome.skippedRows,
      errors: problems.slice(0, errorsAtMost),
      headings: file.headings,
      mapping: file.mapping,
      rows: outcome.shown.sort((a, b) => a.row - b.row).slice(0, previewedAtMost),
    }
  }
  if (dryRun) return run(deps.db, undefined)
  return inTransaction(deps.db, outer, async (tx) => {
    await lockImports(tx, orgId)
    return run(tx, tx)
  })
}

async function readStored(
  db: Db,
  orgId: string,
  { targets, lock }: { targets: readonly Target[]; lock: boolean },
): Promise<Map<string, CustomerRow>> {
  const ids = targets.flatMap(({ id }) => (id === null ? [] : [id]))
  const rows = ids.length === 0 ? [] : await listImportedRows(db, orgId, { ids, lock })
  return new Map(rows.map((row) => [row.id, row]))
}

interface Outcome {
  created: ImportedValues[]
  changed: Array<{ before: CustomerRow; values: ImportedValues }>
  updatedRows: number
  skippedRows: number
  shown: CustomerImport['rows']
}

/** The same VAT number or email address is the same customer for sure. */
const isSure = (by: MatchedBy): boolean => by === 'taxId' || by === 'email'

/** Returns the values that a row changes. If the match is not sure, it fills only blank fields. */
function findChanges(now: ImportedValues, values: ImportedValues, by: MatchedBy): ImportedValues {
  const fields = (Object.keys(values) as ImportedField[]).filter(
    (field) =>
      values[field] !== now[field] &&
      (isSure(by) || now[field] === undefined || now[field] === null || now[field] === ''),
  )
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}

function applyRows(targets: readonly Target[], stored: ReadonlyMap<string, CustomerRow>): Outcome {
  const outcome: Outcome = { created: [], changed: [], updatedRows: 0, skippedRows: 0, shown: [] }
  for (const { id, rows } of targets) {
    const before = id === null ? undefined : stored.get(id)
    // The customer was deleted after the index was read.
    if (id !== null && before === undefined) {
      outcome.skippedRows += rows.length
      continue
    }
    let now: ImportedValues = before === undefined ? {} : toCustomerDetails(before)
    let changes: ImportedValues = {}
    for (const { row, values, by } of rows) {
      const found = by === null ? values : findChanges(now, values, by)
      const isNew = by === null
      const changesAny = Object.keys(found).length > 0
      now = { ...now, ...found }
      changes = { ...changes, ...found }
      if (!isNew && changesAny) outcome.updatedRows += 1
      if (!isNew && !changesAny) outcome.skippedRows += 1
      outcome.shown.push({
        row,
        action: isNew ? 'create' : changesAny ? 'update' : 'skip',
        name: now.name ?? '',
        email: now.email ?? '',
        matchedBy: by,
      })
    }
    if (before === undefined) outcome.created.push(changes)
    else if (Object.keys(changes).length > 0) outcome.changed.push({ before, values: changes })
  }
  return outcome
}

async function storeOutcome(
  deps: Deps,
  tx: Transaction,
  orgId: string,
  { created, changed, updatedRows }: Outcome,
): Promise<void> {
  const rows = created.map((values) => ({
    ...toCustomerColumns(CreateCustomer.parse(values)),
    id: deps.newId('cus'),
    org_id: orgId,
  }))
  await insertCustomers(tx, rows)
  await emitEntries(
    tx,
    rows.map(({ id, name, email }) =>
      eventEntry(CustomerCreated, orgId, { customerId: id, name, email }),
    ),
  )
  for (const { before, values } of changed)
    await auditChanged(tx, before, await updateCustomerRow(tx, before, toColumns(values)))
  if (rows.length === 0 && changed.length === 0) return
  await audit(tx, orgId, {
    action: 'customer.imported',
    target: { type: 'customer', id: orgId, name: 'Customers' },
    detail: { created: rows.length, updated: updatedRows },
  })
}
