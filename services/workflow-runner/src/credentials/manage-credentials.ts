import {
  type AuditAction,
  type CreateCredential,
  credentialErrors,
  invalidField,
  maxCredentials,
  type UpdateCredential,
} from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import { countAlone } from '../count-alone.db.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import {
  type CredentialRow,
  getCredentialRow,
  insertCredential,
  isNameTaken,
  removeCredential,
  saveCredential,
} from './credentials.db.ts'

const auditCredential = (
  tx: Transaction,
  { org_id, id, name, host }: Pick<CredentialRow, 'org_id' | 'id' | 'name' | 'host'>,
  action: Extract<AuditAction, `credential.${string}`>,
): Promise<void> =>
  audit(tx, org_id, { action, target: { type: 'credential', id, name }, detail: { host } })

/** Throws `too_many_credentials` and `credential_name_taken` (409). */
export const createCredential = (
  deps: Deps,
  { principal: { orgId }, tx }: Ctx,
  { value, ...input }: CreateCredential,
): Promise<CredentialRow> =>
  inTransaction(deps.db, tx, async (tx) => {
    if ((await countAlone(tx, 'credentials', orgId)) >= maxCredentials)
      throw credentialErrors.too_many_credentials()
    const id = deps.newId('crd')
    const secret = deps.secrets.seal(value, id)
    const row = await insertCredential(tx, { ...input, id, org_id: orgId, secret })
    if (row === undefined) throw credentialErrors.credential_name_taken()
    await auditCredential(tx, row, 'credential.created')
    return row
  })

/** Throws `not_found`, `validation_failed`, `credential_name_taken` (409). */
export async function updateCredential(
  deps: Deps,
  ctx: Ctx,
  { id, input: { value, ...changes } }: { id: string; input: UpdateCredential },
): Promise<CredentialRow> {
  const { orgId } = ctx.principal
  const row = await getCredentialRow(deps.db, orgId, id)
  const moved =
    (changes.host ?? row.host) !== row.host ||
    (changes.header ?? row.header).toLowerCase() !== row.header.toLowerCase()
  if (moved && value === undefined)
    throw invalidField('value', 'Enter the value again, because the host or header changed')
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    if (changes.name !== undefined && (await isNameTaken(tx, orgId, changes.name, id)))
      throw credentialErrors.credential_name_taken()
    const secret = value === undefined ? undefined : deps.secrets.seal(value, id)
    const stored = await saveCredential(tx, orgId, id, { ...changes, secret })
    await auditCredential(tx, stored, 'credential.changed')
    return stored
  })
}

/** Throws `not_found`. */
export const deleteCredential = ({ db }: Deps, { principal, tx }: Ctx, id: string): Promise<void> =>
  inTransaction(db, tx, async (tx) => {
    const row = await removeCredential(tx, principal.orgId, id)
    await auditCredential(tx, row, 'credential.deleted')
  })
