import { AuditRecorded } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Database, Transaction } from '../database.ts'
import { recordEntry } from './record-entry.ts'
import {
  findAnonymised,
  lockCustomerEntries,
  removeCustomerData,
} from './remove-customer-data.db.ts'

/**
 * Stores the audit entries of other services. The entry id comes from the event id, so a redelivery
 * stores nothing twice.
 */
export const auditConsumer: EventConsumer<Database> = eventConsumer(
  'audit',
  AuditRecorded,
  async (tx: Transaction, { id, orgId, occurredAt, data }) => {
    if (orgId === null) return
    const at = new Date(occurredAt)
    const isCustomer = data.action.startsWith('customer.')
    if (isCustomer) await lockCustomerEntries(tx, orgId)
    await recordEntry(tx, { id: id.replace(/^evt_/, 'aud_'), orgId, at }, data)
    if (data.action === 'customer.anonymised') return removeCustomerData(tx, orgId, data.target)
    if (!isCustomer) return
    // An entry may arrive after the one that removed the customer's data.
    const removed = await findAnonymised(tx, orgId, { id: data.target.id, since: at })
    if (removed !== undefined) await removeCustomerData(tx, orgId, removed)
  },
)
