import { searchCondition, searchVector } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

export interface Description {
  readonly name: string | null
  readonly altText: string
  readonly tags: readonly string[]
}

export const noDescription: Description = { name: null, altText: '', tags: [] }

interface DescribedBlob {
  readonly key: string
  /** When the blob was stored. Defaults to now. */
  readonly at?: number
}

const columns = ['key', 'name', 'alt_text as altText', 'tags'] as const

/** Returns the descriptions of an org's blobs, by key. Blobs without a description are left out. */
export async function findDescriptions(
  db: Db,
  orgId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Description>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('file_descriptions')
    .select(columns)
    .where('org_id', '=', orgId)
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map(({ key, ...description }) => [key, description]))
}

/** Locks a blob's description until the transaction ends. Creates an empty one if it has none. */
export async function lockDescription(
  tx: Transaction,
  orgId: string,
  blob: DescribedBlob,
): Promise<Description> {
  await tx
    .insertInto('file_descriptions')
    .values(toRow(orgId, blob, noDescription))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key: _, ...description } = await tx
    .selectFrom('file_descriptions')
    .select(columns)
    .where('org_id', '=', orgId)
    .where('key', '=', blob.key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return description
}

export async function updateDescription(
  tx: Transaction,
  orgId: string,
  key: string,
  description: Description,
): Promise<void> {
  await tx
    .updateTable('file_descriptions')
    .set(toValues(orgId, description))
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .execute()
}

/**
 * Names a blob that was just stored. An existing description stays, because a user may have written
 * it.
 */
export async function insertDescription(
  db: Db,
  orgId: string,
  blob: DescribedBlob,
  description: Description,
): Promise<void> {
  await db
    .insertInto('file_descriptions')
    .values(toRow(orgId, blob, description))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteDescriptions(
  db: Db,
  orgId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await db
    .deleteFrom('file_descriptions')
    .where('org_id', '=', orgId)
    .where('key', 'in', keys)
    .execute()
}

export interface DescriptionSearch {
  readonly q: string | undefined
  readonly tags: readonly string[]
  readonly visibility: 'pub' | 'priv' | undefined
  /** File extensions to search for. Undefined searches all of them. */
  readonly extensions: readonly string[] | undefined
  readonly after: { readonly at: number; readonly key: string } | undefined
  readonly limit: number
}

/**
 * Returns an org's described files that match a search, newest first. The index covers org, tags
 * and words.
 */
export async function searchDescriptions(db: Db, orgId: string, search: DescriptionSearch) {
  const { q, tags, visibility, extensions, after, limit } = search
  const condition = searchCondition('search', { orgId, q, tags })
  let query = db
    .selectFrom('file_descriptions')
    .select([...columns, 'stored_at as storedAt'])
    .where('org_id', '=', orgId)
  if (condition !== undefined) query = query.where(condition)
  if (visibility !== undefined) query = query.where(sql`split_part(key, '/', 2)`, '=', visibility)
  if (extensions !== undefined)
    query = query.where(sql`substring(key from '[^.]*$')`, 'in', extensions)
  if (after !== undefined) {
    query = query.where(sql<boolean>`(stored_at, key) < (${new Date(after.at)}, ${after.key})`)
  }
  return query.orderBy('stored_at', 'desc').orderBy('key', 'desc').limit(limit).execute()
}

function toValues(orgId: string, { name, altText, tags }: Description) {
  const text = [name ?? '', altText, ...tags].join(' ')
  return { name, alt_text: altText, tags: [...tags], search: searchVector(orgId, tags, text) }
}

const toRow = (orgId: string, { key, at }: DescribedBlob, description: Description) => ({
  org_id: orgId,
  key,
  ...(at === undefined ? {} : { stored_at: new Date(at) }),
  ...toValues(orgId, description),
})
