import {
  commonErrors,
  formatNumber,
  hasLongNumbers,
  type NumberedKind,
  type NumberFormat,
  type Numbering,
  numberedKinds,
  numberingErrors,
  numberTooLong,
  type PutNumbering,
} from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import { checkIfMatch, contentEtag } from '@atrium/http'
import { yearIn } from '../calendar/calendar-days.ts'
import { findTimeZone } from '../calendar/time-zone.ts'
import type { Db, Row, Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import {
  drawNext,
  findAnyGiven,
  findFormats,
  findLast,
  hasUsedPrefix,
  lockFormats,
  putFormat,
  raiseLast,
} from './sequences.db.ts'

export type Format = Omit<NumberFormat, 'next'>
type StoredFormat = Pick<Row<'number_formats'>, 'prefix' | 'with_year' | 'digits'>

const standard: Readonly<Record<NumberedKind, Format>> = {
  invoice: { prefix: 'INV', withYear: true, digits: 6 },
  creditNote: { prefix: 'CN', withYear: true, digits: 6 },
  estimate: { prefix: 'EST', withYear: true, digits: 6 },
}

/** Returns a stored format, or the standard one of the document kind. */
export const toFormat = (kind: NumberedKind, stored: StoredFormat | null): Format =>
  stored === null
    ? standard[kind]
    : { prefix: stored.prefix, withYear: stored.with_year, digits: stored.digits }

async function readFormats(db: Db, orgId: string): Promise<Readonly<Record<NumberedKind, Format>>> {
  const formats = { ...standard }
  for (const stored of await findFormats(db, orgId))
    formats[stored.kind] = toFormat(stored.kind, stored)
  return formats
}

/** Returns the format's sequence year. Numbers without a year share one sequence. */
export const sequenceYear = ({ withYear }: Pick<Format, 'withYear'>, year: number): number =>
  withYear ? year : 0

/**
 * Draws the next number of a credit note or estimate in the caller's transaction. The sequence
 * stays locked until that transaction ends, so numbers have no gaps.
 */
export async function drawNumber(
  tx: Transaction,
  kind: 'creditNote' | 'estimate',
  orgId: string,
  year: number,
): Promise<string> {
  const format = (await readFormats(tx, orgId))[kind]
  return formatNumber(format, year, await drawNext(tx, kind, orgId, sequenceYear(format, year)))
}

/** True if an organisation has saved its numbering. */
export const isNumberingSaved = async (db: Db, orgId: string): Promise<boolean> =>
  (await findFormats(db, orgId)).length > 0

/** True if an organisation has issued an invoice. */
export const hasGivenNumbers = async (db: Db, orgId: string): Promise<boolean> =>
  (await findAnyGiven(db, orgId)) !== undefined

/**
 * Returns the formats with the next number of each kind of document. The number is a preview: it is
 * only assigned when a document is issued.
 */
export async function getNumbering(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  orgId: string,
): Promise<Numbering> {
  const year = yearIn(now(), await findTimeZone(db, orgId))
  const formats = await readFormats(db, orgId)
  const read = async (kind: NumberedKind): Promise<NumberFormat> => {
    const last = await findLast(db, kind, orgId, sequenceYear(formats[kind], year))
    return { ...formats[kind], next: last + 1 }
  }
  return {
    invoice: await read('invoice'),
    creditNote: await read('creditNote'),
    estimate: await read('estimate'),
  }
}

type Formats = Readonly<Record<NumberedKind, Format>>

const refuseAt = (path: string, message: string) =>
  commonErrors.validation_failed({ details: { errors: [{ path, message }] } })

/**
 * Throws `validation_failed` if two document kinds have one prefix or if another kind has used a
 * new prefix before, because two documents with one number cannot be told apart.
 */
async function requireOwnPrefixes(
  tx: Transaction,
  orgId: string,
  { before, after }: { before: Formats; after: Formats },
): Promise<void> {
  const taken = new Set<string>()
  for (const kind of numberedKinds) {
    const path = `${kind}.prefix`
    const prefix = after[kind].prefix.toUpperCase()
    if (taken.has(prefix))
      throw refuseAt(path, 'Invoices, credit notes and estimates need different prefixes')
    taken.add(prefix)
    if (prefix === before[kind].prefix.toUpperCase()) continue
    for (const other of numberedKinds) {
      if (other === kind || !(await hasUsedPrefix(tx, other, orgId, prefix))) continue
      throw refuseAt(path, 'Another kind of document has used this prefix. Choose another one.')
    }
  }
}

/** Throws `validation_failed` if numbers would be too long for a payment reference. */
function requireShortNumbers(formats: Formats): void {
  const kind = numberedKinds.find((each) => hasLongNumbers(formats[each]))
  if (kind !== undefined) throw refuseAt(`${kind}.prefix`, numberTooLong)
}

/**
 * Throws `next_too_low` (409) if a number would be given twice, and `precondition_failed` (412) if
 * the numbering changed since `ifMatch`.
 */
export const putNumbering = (
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { input, ifMatch }: { input: PutNumbering; ifMatch?: string | undefined },
): Promise<Numbering> =>
  inTransaction(deps.db, undefined, async (tx) => {
    await lockFormats(tx, orgId)
    const before = await getNumbering(deps, tx, orgId)
    checkIfMatch(ifMatch, contentEtag(orgId, before))
    const year = yearIn(deps.now(), await findTimeZone(tx, orgId))
    const formats = { ...before }
    for (const kind of numberedKinds) {
      const { next: _, ...changes } = input[kind] ?? {}
      formats[kind] = { ...before[kind], ...defined(changes) }
    }
    requireShortNumbers(formats)
    await requireOwnPrefixes(tx, orgId, { before, after: formats })
    for (const kind of numberedKinds) {
      const format = formats[kind]
      const stored = { prefix: format.prefix, with_year: format.withYear, digits: format.digits }
      await putFormat(tx, { org_id: orgId, kind }, stored)
      const next = input[kind]?.next
      if (next === undefined) continue
      const key = { orgId, year: sequenceYear(format, year) }
      if (!(await raiseLast(tx, kind, key, next - 1))) throw numberingErrors.next_too_low()
    }
    await audit(tx, orgId, {
      action: 'numbering.changed',
      target: { type: 'numbering', id: orgId, name: 'Numbering' },
      detail: { invoice: formats.invoice.prefix, creditNote: formats.creditNote.prefix },
    })
    return getNumbering(deps, tx, orgId)
  })

type Changed = { [K in keyof Format]?: Format[K] | undefined }

/** Returns the fields that have a value. */
const defined = (changes: Changed): Partial<Format> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
