import type { OrgRole } from '@atrium/contracts'
import type { Db } from '../database.ts'

export interface KeyOwnership {
  orgId: string
  creatorId: string
  role: OrgRole
  /** Null for a key without scopes. */
  scopes: string[] | null
}

export async function findOwnership(db: Db, keyId: string): Promise<KeyOwnership | undefined> {
  return db
    .selectFrom('apikey')
    .select(['referenceId as orgId', 'creatorId', 'role', 'scopes'])
    .where('id', '=', keyId)
    .executeTakeFirst()
}
