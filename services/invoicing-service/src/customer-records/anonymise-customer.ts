import { CustomerRemoved } from '@atrium/contracts'
import { emit, inTransaction, json } from '@atrium/database'
import { auditCustomer } from '../customers/audit-customer.ts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { CustomerRow } from '../customers/customer.ts'
import { changeCustomer, lockCustomer } from '../customers/get-customer.ts'
import type { Ctx, Deps } from '../deps.ts'
import { cancelSchedule } from '../schedules/change-schedules.ts'
import {
  deleteEstimates,
  deleteMailCopies,
  deleteRecipients,
  deleteUnissuedDrafts,
  freezeBuyers,
  listRunningSchedules,
} from './customer-records.db.ts'

/** Replaces a customer's personal data. */
const blank = {
  name: 'Removed customer',
  email: '',
  billing_line1: null,
  billing_line2: null,
  billing_city: null,
  billing_postal_code: null,
  billing_state: null,
  billing_country: null,
  tax_id: null,
  contact_name: null,
  phone: null,
  notes: null,
  reminders_paused: true,
} as const

const isBlank = ({ emails: { to, cc }, ...row }: CustomerRow): boolean =>
  to.length + cc.length === 0 &&
  Object.entries(blank).every(([column, value]) => row[column as keyof typeof blank] === value)

/**
 * Removes a customer's personal data, the copies of its mails, its estimates, its unissued drafts
 * and its running schedules. Issued documents stay, because the law requires it. A repeated call
 * removes only later additions. Throws `not_found`.
 */
export const anonymiseCustomer = (deps: Deps, ctx: Ctx, id: string): Promise<CustomerRow> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockCustomer(tx, ctx.principal.orgId, id)
    for (const schedule of await listRunningSchedules(tx, row))
      await cancelSchedule(deps, { ...ctx, tx }, schedule.id)
    await deleteMailCopies(tx, row)
    await deleteEstimates(tx, row)
    await deleteUnissuedDrafts(tx, row)
    await deleteRecipients(tx, row)
    await freezeBuyers(tx, row, await getBuyer(tx, row.org_id, id))
    // Repeated for an anonymised customer, because the board may have new copies since then.
    await emit(tx, CustomerRemoved, row.org_id, { customerId: id, into: null })
    if (row.anonymised_at !== null && isBlank(row)) return row
    const removed = await changeCustomer(tx, row, {
      ...blank,
      emails: json({ to: [], cc: [] }),
      anonymised_at: deps.now(),
    })
    // The entry must not keep the name.
    await auditCustomer(tx, removed, 'customer.anonymised')
    return removed
  })
