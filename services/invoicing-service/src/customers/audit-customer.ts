import { isDeepStrictEqual } from 'node:util'
import type { AuditAction, AuditDetail } from '@atrium/contracts'
import { type AuditAuthor, audit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import { type CustomerDetails, type CustomerRow, toCustomerDetails } from './customer.ts'

/** Audits an action on a customer. `author` is set if someone other than the principal acted. */
export const auditCustomer = (
  tx: Transaction,
  { org_id, id, name }: Pick<CustomerRow, 'org_id' | 'id' | 'name'>,
  action: Extract<AuditAction, `customer.${string}`>,
  more: { detail?: AuditDetail; author?: AuditAuthor } = {},
): Promise<void> => audit(tx, org_id, { action, target: { type: 'customer', id, name }, ...more })

const listAddresses = ({ emails: { to, cc } }: CustomerDetails): string =>
  [...to, ...cc.map((address) => `cc ${address}`)].join(', ')

/**
 * Audits which customer details changed. Old and new values are included if they decide who is
 * billed.
 */
export async function auditChanged(
  tx: Transaction,
  before: CustomerRow,
  after: CustomerRow,
): Promise<void> {
  const [old, now] = [toCustomerDetails(before), toCustomerDetails(after)]
  const fields = (Object.keys(now) as Array<keyof CustomerDetails>).filter(
    (field) => field !== 'updatedAt' && !isDeepStrictEqual(old[field], now[field]),
  )
  if (fields.length === 0) return
  await auditCustomer(tx, after, 'customer.changed', {
    detail: {
      fields: fields.join(', '),
      ...(old.email === now.email ? {} : { fromEmail: old.email, email: now.email }),
      ...(fields.includes('emails')
        ? { fromRecipients: listAddresses(old), recipients: listAddresses(now) }
        : {}),
      ...(old.taxId === now.taxId ? {} : { fromVatNumber: old.taxId, vatNumber: now.taxId }),
    },
  })
}

export const customerDetail = ({ email, tax_id }: CustomerRow): AuditDetail => ({
  email,
  vatNumber: tax_id,
})
