import {
  type AuditAction,
  type CreateCredential,
  commonErrors,
  credentialErrors,
  invalidField,
  maxCredentials,
  newId,
  type UpdateCredential,
} from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import { countAlone } from '../count-alone.db.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import {
  type CredentialRow,
  findCredential,
  insertCredential,
  isNameTaken,
  removeCredential,
  saveCredential,
} from './credentials.db.ts'

const found = <R>(row: R | undefined): R => {
  if (row === undefined) throw commonErrors.not_found()
  return row
}

export const getCredential = async ({ db }: Deps, { principal }: Ctx, id: string): Promise<CredentialRow> =>
  found(await findCredential(db, principal.orgId, id))

const auditCredential = (
  tx: Transaction,
  { org_id, id, name, host }: Pick<CredentialRow, 'org_id' | 'id' | 'name' | 'host'>,
  action: Extract<AuditAction, `credential.${string}`>,
): Promise<void> => audit(tx, org_id, { action, target: { type: 'credential', id, name }, detail: { host } })

/** Stores a credential. Throws `too_many_credentials` and `credential_name_taken` (409). */
export const createCredential = (
  deps: Deps,
  { principal: { orgId }, tx }: Ctx,
  { value, ...input }: CreateCredential,
): Promise<CredentialRow> =>
  inTransaction(deps.db, tx, async (tx) => {
    if ((await countAlone(tx, 'credentials', orgId)) >= maxCredentials)
      throw credentialErrors.too_many_credentials()
    const id = newId('crd')
    const row = await insertCredential(tx, {
      id,
      org_id: orgId,
      ...input,
      secret: deps.secrets.seal(value, id),
    })
    if (row === undefined) throw credentialErrors.credential_name_taken()
    await auditCredential(tx, row, 'credential.created')
    return row
  })

/** Changes a credential. Throws `not_found`, `validation_failed`, `credential_name_taken` (409). */
export async function updateCredential(
  deps: Deps,
  ctx: Ctx,
  id: string,
  { value, ...changes }: UpdateCredential,
): Promise<CredentialRow> {
  const { orgId } = ctx.principal
  const row = await getCredential(deps, ctx, id)
  const moved =
    (changes.host ?? row.host) !== row.host ||
    (changes.header ?? row.header).toLowerCase() !== row.header.toLowerCase()
  if (moved && value === undefined)
    throw invalidField('value', 'Another host or header needs the value again')
  const { name, host, header } = changes
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    if (name !== undefined && (await isNameTaken(tx, orgId, name, id)))
      throw credentialErrors.credential_name_taken()
    const saved = await saveCredential(tx, orgId, id, {
      ...(name === undefined ? {} : { name }),
      ...(host === undefined ? {} : { host }),
      ...(header === undefined ? {} : { header }),
      ...(value === undefined ? {} : { secret: deps.secrets.seal(value, id) }),
    })
    const stored = found(saved)
    await auditCredential(tx, stored, 'credential.changed')
    return stored
  })
}

export const deleteCredential = ({ db }: Deps, { principal, tx }: Ctx, id: string): Promise<void> =>
  inTransaction(db, tx, async (tx) => {
    const row = found(await removeCredential(tx, principal.orgId, id))
    await auditCredential(tx, row, 'credential.deleted')
  })
