import { foldText } from '@atrium/contracts'
import { findNamedAssets } from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Finds an account by its address in lower case, and the org that the user joined first. */
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

/** Finds a member by the address in lower case. */
export const findMember = (db: Db, orgId: string, email: string) =>
  db
    .selectFrom('member as m')
    .innerJoin('user as u', 'u.id', 'm.userId')
    .select(['u.id as userId', 'u.name', 'u.email'])
    .where('m.organizationId', '=', orgId)
    .where('u.email', '=', email)
    .executeTakeFirst()

/** Finds an org by slug or id, and its longest-standing owner. A slug never looks like an id. */
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

const mostCompared = 5_000

/** Finds members by a part of their name or address. Exact matches come first. */
export const findMembers = async (db: Db, orgId: string, text: string, limit: number) => {
  const members = await db
    .selectFrom('member as m')
    .innerJoin('user as u', 'u.id', 'm.userId')
    .select(['u.id', 'u.name', 'u.email'])
    .where('m.organizationId', '=', orgId)
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(mostCompared)
    .execute()
  const folded = foldText(text)
  const found = members.filter(({ name, email }) => foldText(`${name} ${email}`).includes(folded))
  const [exact, others] = [[], []] as [typeof found, typeof found]
  for (const one of found) (foldText(one.name) === folded ? exact : others).push(one)
  return [...exact, ...others].slice(0, limit)
}

export const findUsers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()

/**
 * Returns the keys of the files in use as a logo in the org's settings, a logo on the org's record
 * or a member's picture.
 */
export const findLogosAndPictures = (
  db: Db,
  orgId: string,
  keys: readonly string[],
): Promise<string[]> =>
  findNamedAssets(
    db,
    keys,
    sql`select to_jsonb(s)::text as body from org_settings s where s.org_id = ${orgId}
      union all select to_jsonb(o)::text from organization o where o.id = ${orgId}
      union all select u.image from "user" u join member m on m."userId" = u.id where m."organizationId" = ${orgId}`,
  )
