import type { AuditAction } from '@atrium/contracts'
import { audit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { ChannelRow } from './channel.ts'

/** Records an action on a channel for the audit; a channel without an org concerns nobody but its owner. */
export async function auditChannel(
  tx: Transaction,
  { org_id, id, name, network, shared }: ChannelRow,
  action: Extract<AuditAction, `channel.${string}`>,
): Promise<void> {
  if (org_id === null) return
  await audit(tx, org_id, { action, target: { type: 'channel', id, name }, detail: { network, shared } })
}
