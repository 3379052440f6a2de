import { type AuditAction, type AuditDetail, Customer } from '@atrium/contracts'
import { type AuditAuthor, audit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import { type CustomerRow, toCustomer } from './customer.ts'

const entry = (
  tx: Transaction,
  { org_id, id, name }: Pick<CustomerRow, 'org_id' | 'id' | 'name'>,
  action: Extract<AuditAction, `customer.${string}`>,
  more: { detail?: AuditDetail; author?: AuditAuthor } = {},
): Promise<void> => audit(tx, org_id, { action, target: { type: 'customer', id, name }, ...more })

/** Facts that decide who is billed: the audit of a change tells their values. */
const telling = { email: 'email', vatNumber: 'taxId' } as const

const detailOf = ({ email, tax_id }: CustomerRow): AuditDetail => ({ email, vatNumber: tax_id })

/** Records a new customer for the audit; `author` where it is not the caller. */
export const auditCreated = (tx: Transaction, row: CustomerRow, author?: AuditAuthor): Promise<void> =>
  entry(tx, row, 'customer.created', {
    detail: detailOf(row),
    ...(author === undefined ? {} : { author }),
  })

/** Records which details of a customer changed, and the old and new values of those that decide who is billed. */
export async function auditChanged(tx: Transaction, before: CustomerRow, after: CustomerRow): Promise<void> {
  const [old, now] = [toCustomer(before), toCustomer(after)]
  const fields = Customer.keyof().options.filter(
    (field) => field !== 'updatedAt' && old[field] !== now[field],
  )
  if (fields.length === 0) return
  const values = Object.entries(telling).flatMap(([name, field]): [string, string | null][] =>
    fields.includes(field)
      ? [
          [`from${name.charAt(0).toUpperCase()}${name.slice(1)}`, old[field]],
          [name, now[field]],
        ]
      : [],
  )
  await entry(tx, after, 'customer.changed', {
    detail: { fields: fields.join(', '), ...Object.fromEntries(values) },
  })
}

/** Records the end of a customer by its last name. */
export const auditDeleted = (
  tx: Transaction,
  row: Pick<CustomerRow, 'org_id' | 'id' | 'name'>,
): Promise<void> => entry(tx, row, 'customer.deleted')
