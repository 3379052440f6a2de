import { AuditRecorded } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Database, Transaction } from '../database.ts'
import { recordEntry } from './record-entry.ts'
import { removeCustomerData } from './remove-customer-data.db.ts'

/**
 * Stores the audit entries of other services. The entry id comes from the event id, so a redelivery
 * stores nothing twice.
 */
export const auditConsumer: EventConsumer<Database> = eventConsumer(
  'audit',
  AuditRecorded,
  async (tx: Transaction, { id, orgId, occurredAt, data }) => {
    if (orgId === null) return
    await recordEntry(
      tx,
      { id: id.replace(/^evt_/, 'aud_'), orgId, at: new Date(occurredAt) },
      data,
    )
    if (data.action === 'customer.anonymised') await removeCustomerData(tx, orgId, data.target)
  },
)
