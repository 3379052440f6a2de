import { AppError, OrgSettingsOf, SettingsChanged } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc, eventConsumer } from '@atrium/messaging'
import type { BoardDatabase, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findTimeZone, giveUpSoon, putTimeZone } from './time-zone.db.ts'

const readFromIdentity = async (deps: Pick<Deps, 'bus'>, orgId: string): Promise<string> =>
  (await callRpc(deps.bus, OrgSettingsOf, { orgId }, { timeoutMs: 1_000 })).settings.timezone

/**
 * Returns an organisation's time zone, and stores it on first use so that the table's trigger finds
 * it. Returns UTC if the zone is not stored and identity does not respond. A caller with a
 * transaction must pass it, because a second connection could wait forever for the first one.
 */
export async function ensureTimeZone(deps: Deps, orgId: string, tx?: Transaction): Promise<string> {
  const stored = await findTimeZone(tx ?? deps.db, orgId)
  if (stored !== undefined) return stored
  try {
    const zone = await deps.readKnownZone(tx ?? deps.db, await readFromIdentity(deps, orgId))
    await inTransaction(deps.db, tx, (storing) => putTimeZone(storing, orgId, zone))
    return zone
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error, org: orgId }, '[identity] the time zone is not known')
    return 'UTC'
  }
}

/** Updates an organisation's time zone when its settings change. */
export const timeZoneConsumer = (deps: Pick<Deps, 'bus' | 'readKnownZone'>) =>
  eventConsumer<BoardDatabase, typeof SettingsChanged.schema>(
    'note-time-zone',
    SettingsChanged,
    async (tx, { data: { orgId } }) => {
      const zone = await deps.readKnownZone(tx, await readFromIdentity(deps, orgId))
      if (zone === (await findTimeZone(tx, orgId))) return
      await giveUpSoon(tx)
      await putTimeZone(tx, orgId, zone)
    },
  )
