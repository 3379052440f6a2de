import type { PageQuery } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import { findOrg, orgSettings } from '../../identity/orgs.ts'
import {
  getHappeningRow,
  getPublishedRow,
  listHappeningRows,
  listPublishedRows,
  listTypeRows,
} from '../happenings.db.ts'
import { priceTypes, withTypes } from '../orders/priced-types.ts'
import { orgVoice, toVoice } from '../org-voice.ts'
import { type HappeningRow, type PricedType, toHappening, toPublicHappening } from './happening.ts'

type Reading = Pick<Deps, 'db'>

async function toViews<View>(
  { db }: Reading,
  orgId: string,
  rows: readonly HappeningRow[],
  view: (row: HappeningRow, types: readonly PricedType[]) => View,
): Promise<View[]> {
  const ids = rows.map(({ id }) => id)
  const types = await priceTypes(db, orgId, await listTypeRows(db, orgId, ids))
  const byHappening = Map.groupBy(types, ({ happening_id }) => happening_id)
  return rows.map((row) => view(row, byHappening.get(row.id) ?? []))
}

export async function listHappenings(
  deps: Reading,
  orgId: string,
  query: PageQuery & { q?: string | undefined },
) {
  const { rows, ...page } = await listHappeningRows(deps.db, orgId, query)
  return { items: await toViews(deps, orgId, rows, toHappening), ...page }
}

/** Throws `not_found`. */
export const getHappening = async ({ db }: Reading, orgId: string, id: string) =>
  withTypes(db, await getHappeningRow(db, orgId, id))

/** Returns a page of an org's published events by the org's slug. Throws `not_found`. */
export async function listPublic(deps: Deps, orgSlug: string, query: PageQuery) {
  const { orgId } = await findOrg(deps, 'slug', orgSlug)
  const now = deps.now()
  const { rows, ...page } = await listPublishedRows(deps.db, orgId, now, query)
  const voice = await orgVoice(deps, orgId)
  const items = await toViews(deps, orgId, rows, (row, types) =>
    toPublicHappening(row, types, { now, voice }),
  )
  return { items, ...page }
}

/**
 * Returns a published event with its organiser. Throws `not_found`, also if the event is not
 * published.
 */
export async function getPublic(deps: Deps, { orgSlug, slug }: { orgSlug: string; slug: string }) {
  const { orgId, name } = await findOrg(deps, 'slug', orgSlug)
  const row = await getPublishedRow(deps.db, orgId, slug)
  const [settings, { types }] = await Promise.all([
    orgSettings(deps, orgId),
    withTypes(deps.db, row),
  ])
  const shown = toPublicHappening(row, types, { now: deps.now(), voice: toVoice(settings) })
  return { ...shown, organiser: { name, logoUrl: settings.logoUrl } }
}
