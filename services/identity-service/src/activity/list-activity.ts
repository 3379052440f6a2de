import { type ActivityEntry, invalidField } from '@atrium/contracts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import {
  type ActivityPosition,
  type ActivityReader,
  type ActivityRow,
  listActivityRows,
} from './activity.db.ts'
import { activityDetail, activityPage, activityTitle } from './activity-words.ts'

const Position = z.tuple([z.iso.datetime({ precision: 3 }), z.string().max(100)])

/**
 * Returns a page of what happened in the caller's org, newest first. Throws `validation_failed`
 * (400) if the cursor belongs to another list.
 */
export async function listActivity(
  { db }: Pick<Deps, 'db'>,
  { principal }: { principal: ActivityReader },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: ActivityEntry[]; next: string | null }> {
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const rows = await listActivityRows(db, principal, { after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(toActivity), next: last === undefined ? null : formatCursor(last) }
}

function toActivity(row: ActivityRow): ActivityEntry {
  const { id, at, kind, variant, note, actor_type, actor_id, actor_name } = row
  const target = { type: row.target_type, id: row.target_id, name: row.target_name }
  return {
    id,
    at: at.toISOString(),
    kind,
    title: activityTitle(kind, variant),
    detail: activityDetail(target, note, actor_id),
    href: activityPage(kind, target),
    actor:
      actor_type === null || actor_id === null
        ? null
        : { type: actor_type, id: actor_id, name: actor_name ?? actor_id },
  }
}

const formatCursor = ({ at, id }: ActivityPosition): string =>
  Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url')

function parseCursor(cursor: string): ActivityPosition {
  try {
    const [at, id] = Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { at: new Date(at), id }
  } catch {
    throw invalidField('cursor', 'This page link is no longer valid. Open the list again.')
  }
}
