import { type AuditEntry, type AuditFilters, invalidField } from '@atrium/contracts'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import {
  type AuditPosition,
  type AuditRange,
  type AuditRow,
  findTimeZone,
  listEntries,
} from './audit.db.ts'

const batch = 1_000
const Position = z.tuple([z.iso.datetime({ precision: 3 }), z.string().max(100)])

const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  action: row.action,
  target: { type: row.target_type, id: row.target_id, name: row.target_name },
  detail: row.detail,
  requestId: row.request_id,
  ip: row.ip,
})

const formatCursor = ({ at, id }: AuditPosition): string =>
  Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url')

function parseCursor(cursor: string): AuditPosition {
  try {
    const [at, id] = Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { at: new Date(at), id }
  } catch {
    throw invalidField('cursor', 'This page link is no longer valid. Open the list again.')
  }
}

/**
 * Replaces the days of a filter by moments. `from` begins at the start of its day, and `to` includes
 * its day.
 */
async function readRange(
  { db }: Pick<Deps, 'db'>,
  orgId: string,
  { from, to, ...others }: AuditFilters,
): Promise<AuditRange> {
  const timezone = await findTimeZone(db, orgId)
  const readStart = (text: string, days: number): Date =>
    new Date(
      text.includes('T')
        ? text
        : Temporal.PlainDate.from(text).add({ days }).toZonedDateTime(timezone).epochMilliseconds,
    )
  return {
    ...others,
    from: from === undefined ? undefined : readStart(from, 0),
    to: to === undefined ? undefined : readStart(to, 1),
  }
}

/**
 * Returns a page of an org's audit log, newest first. Throws `validation_failed` (400) if the
 * cursor belongs to another list.
 */
export async function listAudit(
  deps: Pick<Deps, 'db'>,
  orgId: string,
  { cursor, limit, ...filters }: AuditFilters & { cursor?: string | undefined; limit: number },
): Promise<{ items: AuditEntry[]; next: string | null }> {
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const range = await readRange(deps, orgId, filters)
  const rows = await listEntries(deps.db, orgId, range, { after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(toEntry), next: last === undefined ? null : formatCursor(last) }
}

/**
 * Yields an org's audit log as JSON lines. It reads the next batch only when the consumer needs it.
 */
export async function* auditLines(
  deps: Pick<Deps, 'db'>,
  orgId: string,
  filters: AuditFilters,
): AsyncGenerator<string> {
  const range = await readRange(deps, orgId, filters)
  let after: AuditPosition | undefined
  do {
    const rows = await listEntries(deps.db, orgId, range, { after, limit: batch })
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(toEntry(row))}\n`).join('')
    after = rows.length < batch ? undefined : rows.at(-1)
  } while (after !== undefined)
}
