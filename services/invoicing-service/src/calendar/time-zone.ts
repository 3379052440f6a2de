import { AppError, OrgSettingsOf, SettingsChanged } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc, eventConsumer } from '@atrium/messaging'
import type { Database, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findTimeZone, putTimeZone } from './time-zone.db.ts'

export { findTimeZone, unknownZone } from './time-zone.db.ts'

const readFromIdentity = async (deps: Pick<Deps, 'bus'>, orgId: string): Promise<string> =>
  (await callRpc(deps.bus, OrgSettingsOf, { orgId }, { timeoutMs: 1_000 })).settings.timezone

/**
 * Reads an organisation's time zone from identity and stores it for later transactions. Returns the
 * stored zone if identity does not respond. A request with an open transaction must pass it:
 * waiting for a second connection could deadlock.
 */
export async function refreshTimeZone(
  deps: Deps,
  orgId: string,
  tx?: Transaction,
): Promise<string> {
  const stored = await findTimeZone(tx ?? deps.db, orgId)
  try {
    const zone = await deps.readKnownZone(tx ?? deps.db, await readFromIdentity(deps, orgId))
    if (zone !== stored)
      await inTransaction(deps.db, tx, (storing) => putTimeZone(storing, orgId, zone))
    return zone
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error, org: orgId }, '[identity] the time zone may be out of date')
    return stored
  }
}

/**
 * Keeps the time zone up to date for the daily run and for processor events, because neither can
 * ask identity.
 */
export const timeZoneConsumer = (deps: Pick<Deps, 'bus' | 'readKnownZone'>) =>
  eventConsumer<Database, typeof SettingsChanged.schema>(
    'note-time-zone',
    SettingsChanged,
    async (tx, { data: { orgId } }) => {
      const zone = await deps.readKnownZone(tx, await readFromIdentity(deps, orgId))
      if (zone !== (await findTimeZone(tx, orgId))) await putTimeZone(tx, orgId, zone)
    },
  )
