import type { Db } from '../database.ts'

/** The account with this address, in lower case, and the org that it joined first. */
export async function findUser(db: Db, email: string) {
  return db
    .selectFrom('user as u')
    .select((eb) => [
      'u.id as userId',
      'u.name',
      'u.email',
      'u.emailVerified',
      eb
        .selectFrom('member as m')
        .select('m.organizationId')
        .whereRef('m.userId', '=', 'u.id')
        .orderBy('m.createdAt')
        .orderBy('m.id')
        .limit(1)
        .as('orgId'),
    ])
    .where('u.email', '=', email)
    .executeTakeFirst()
}

/** An org and the owner who has been one for longest. A slug never has the form of an id. */
export async function findOrg(db: Db, slugOrId: string) {
  return db
    .selectFrom('organization as o')
    .innerJoin('member as m', (join) =>
      join.onRef('m.organizationId', '=', 'o.id').on('m.role', '=', 'owner'),
    )
    .select(['o.id as orgId', 'o.name', 'o.slug', 'm.userId as ownerId'])
    .where((eb) => eb.or([eb('o.id', '=', slugOrId), eb('o.slug', '=', slugOrId)]))
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst()
}

export const findUsers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
