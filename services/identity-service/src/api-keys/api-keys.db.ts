import type { Db } from '../database.ts'

export const findOwnership = (db: Db, keyId: string) =>
  db
    .selectFrom('apikey')
    .select(['referenceId as orgId', 'creatorId', 'role', 'scopes'])
    .where('id', '=', keyId)
    .executeTakeFirst()
