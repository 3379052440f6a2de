import { type ContactMatch, foldForComparison, indexContacts, readVatId } from '@atrium/contracts'
import type { ContactRow } from './contact-row.ts'
import { type ImportedValues, parseRow, type RowProblem } from './parse-row.ts'

/** What a row was recognised by. */
export type MatchedBy = ContactMatch | 'taxId'

/** The customer that rows in the file are about: a stored one, or one added by the file. */
export interface Target {
  /** Null if the file adds the customer. */
  id: string | null
  /** The customer's rows in file order, with what they were recognised by. */
  rows: Array<{ row: number; values: ImportedValues; by: MatchedBy | null }>
}

export interface ImportPlan {
  targets: Target[]
  problems: Array<RowProblem & { row: number }>
}

interface KnownContact {
  id: string
  name: string
  email: string
  phone: string | null
  tax_id: string | null
}

const toTaxKey = (taxId: string | null | undefined): string =>
  readVatId(taxId ?? null) ?? (taxId ?? '').replace(/[\s./-]/g, '').toUpperCase()

interface Company {
  taxId: string
  name: string
}

/** Compares VAT numbers without their country, which many files leave out. */
const toCompany = ({ taxId, name }: ImportedValues): Company => ({
  taxId: toTaxKey(taxId).replace(/^[A-Z]{2}/, ''),
  name: foldForComparison(name ?? ''),
})

/**
 * Finds customers by VAT number, or else by email address, phone number or name. Two customers with
 * different names and VAT numbers are never the same.
 */
function indexTargets() {
  const byTaxId = new Map<string, Target>()
  const contacts = indexContacts<Target>()
  const companies = new Map<Target, Company>()
  // Companies in one group often share an email address or a phone number.
  const isOther = (target: Target, { taxId, name }: Company): boolean => {
    const known = companies.get(target)
    return known !== undefined && taxId !== '' && known.taxId !== taxId && known.name !== name
  }
  return {
    add(facts: ImportedValues, target: Target): void {
      const key = toTaxKey(facts.taxId)
      if (key !== '' && !byTaxId.has(key)) byTaxId.set(key, target)
      const company = toCompany(facts)
      if (company.taxId !== '' && !companies.has(target)) companies.set(target, company)
      contacts.add(facts, target)
    },
    find(facts: ImportedValues): { target: Target; by: MatchedBy } | undefined {
      const key = toTaxKey(facts.taxId)
      const same = key === '' ? undefined : byTaxId.get(key)
      if (same !== undefined) return { target: same, by: 'taxId' }
      const found = contacts.find(facts)
      if (found === undefined || isOther(found.contact, toCompany(facts))) return undefined
      return { target: found.contact, by: found.by }
    },
  }
}

const rowsPerTurn = 200
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Decides which customer each row is about. Takes time linear in customers and rows. */
export async function planImport(
  known: AsyncIterable<readonly KnownContact[]>,
  rows: readonly ContactRow[],
): Promise<ImportPlan> {
  const index = indexTargets()
  for await (const page of known) {
    for (const { id, tax_id: taxId, ...facts } of page)
      index.add({ ...facts, taxId }, { id, rows: [] })
    await pause()
  }
  const targets = new Set<Target>()
  const problems: ImportPlan['problems'] = []
  for (const [at, { row, texts }] of rows.entries()) {
    if (at % rowsPerTurn === 0) await pause()
    const { values, problems: found } = parseRow(texts)
    if (values === undefined) {
      problems.push(...found.map((problem) => ({ row, ...problem })))
      continue
    }
    const match = index.find(values)
    if (match === undefined) {
      const missing = findMissing(values)
      if (missing !== undefined) {
        problems.push({ row, ...missing })
        continue
      }
    }
    const target = match?.target ?? { id: null, rows: [] }
    target.rows.push({ row, values, by: match?.by ?? null })
    targets.add(target)
    index.add(values, target)
  }
  return { targets: [...targets], problems }
}

function findMissing({ name, email }: ImportedValues): RowProblem | undefined {
  if (name === undefined) return { field: 'name', message: 'Enter a name' }
  if (email === undefined)
    return { field: 'email', message: 'Enter the address that invoices go to' }
  return undefined
}
