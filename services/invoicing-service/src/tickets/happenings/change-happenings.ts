import {
  type CreateHappening,
  happeningErrors,
  invalidField,
  type TicketTypeInput,
  type UpdateHappening,
} from '@atrium/contracts'
import { audit, inTransaction, toColumns } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import { queueMails } from '@atrium/mailer'
import { refreshTimeZone } from '../../calendar/time-zone.ts'
import type { Transaction } from '../../database.ts'
import type { Ctx, Deps, IdSource } from '../../deps.ts'
import { listSlugs } from '../../offers/offer.ts'
import {
  deleteHappeningRow,
  deleteTypes,
  getHappeningRow,
  insertHappening,
  insertTypes,
  listTypeRows,
  lockHappeningRow,
  lockTypeRows,
  takenSlug,
  updateHappeningRow,
  updateType,
} from '../happenings.db.ts'
import { withOfferPrices, withTypes } from '../orders/priced-types.ts'
import { orgVoice, plainVoice } from '../org-voice.ts'
import { cancelledMails } from '../ticket-mail.ts'
import { listAddresses } from '../tickets.db.ts'
import { serveWaitingList } from '../waiting-list/serve-waiting-list.ts'
import { checkPicture } from './check-picture.ts'
import { checkTimes, type HappeningRow, isOver, type TicketTypeRow } from './happening.ts'

/**
 * Adds an event. Throws `slug_taken`, `asset_released` (409), `ends_before_start`, `offer_invalid`,
 * `foreign_asset` (422), `not_found`, `validation_failed`.
 */
export async function createHappening(deps: Deps, ctx: Ctx, input: CreateHappening) {
  const { orgId } = ctx.principal
  checkPicture(orgId, input.pictureUrl)
  const timeZone = input.timeZone ?? (await refreshTimeZone(deps, orgId, ctx.tx))
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const { ticketTypes, slug, ...fields } = { ...input, timeZone }
    const startsAt = new Date(fields.startsAt)
    const endsAt = fields.endsAt === null ? null : new Date(fields.endsAt)
    checkTimes(startsAt, endsAt)
    const id = deps.newId('hap')
    const columns = toColumns({ ...fields, startsAt, endsAt })
    for (const each of listSlugs({ id, name: fields.title, slug }, 'happening')) {
      const row = await insertHappening(tx, { ...columns, id, org_id: orgId, slug: each })
      if (row === undefined) continue
      await putTypes(deps, tx, row, ticketTypes)
      return withTypes(tx, row)
    }
    throw takenSlug()
  })
}

/**
 * Changes an event. Added capacity goes to the waiting list first. Throws `not_found`,
 * `slug_taken`, `capacity_below_sold`, `ticket_type_sold`, `asset_released` (409),
 * `precondition_failed` (412), `ends_before_start`, `offer_invalid`, `foreign_asset` (422),
 * `validation_failed`.
 */
export async function updateHappening(
  deps: Deps,
  ctx: Ctx,
  {
    id,
    input: { ticketTypes, startsAt, endsAt, ...fields },
    ifMatch,
  }: { id: string; input: UpdateHappening; ifMatch?: string | undefined },
) {
  const { orgId } = ctx.principal
  checkPicture(orgId, fields.pictureUrl)
  const typed = ticketTypes && { ticketTypes, voice: await orgVoice(deps, orgId) }
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const before = await lockHappeningRow(tx, orgId, id)
    checkIfMatch(ifMatch, versionEtag(id, before.version))
    const starts_at = startsAt === undefined ? before.starts_at : new Date(startsAt)
    const ends_at =
      endsAt === undefined ? before.ends_at : endsAt === null ? null : new Date(endsAt)
    checkTimes(starts_at, ends_at)
    const row = await updateHappeningRow(tx, before, { ...toColumns(fields), starts_at, ends_at })
    if (typed !== undefined) {
      await putTypes(deps, tx, row, typed.ticketTypes)
      const served = { happening: row, voice: typed.voice }
      for (const { id: typeId } of typed.ticketTypes) {
        if (typeId !== undefined) await serveWaitingList(deps, tx, served, typeId)
      }
    }
    return withTypes(tx, row)
  })
}

/**
 * Deletes an event and mails everyone who holds or awaits tickets, unless it has ended. Throws
 * `not_found`, `precondition_failed`.
 */
export async function deleteHappening(
  deps: Deps,
  ctx: Ctx,
  { id, ifMatch }: { id: string; ifMatch?: string | undefined },
) {
  const { orgId } = ctx.principal
  const happening = await getHappeningRow(deps.db, orgId, id)
  const voice = isOver(happening, deps.now()) ? plainVoice : await orgVoice(deps, orgId)
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockHappeningRow(tx, orgId, id)
    checkIfMatch(ifMatch, versionEtag(id, row.version))
    if (!isOver(row, deps.now())) {
      const mailFor = cancelledMails(row, voice)
      const holders = await listAddresses(tx, orgId, id)
      const mails = holders.map(({ email }) => mailFor(email))
      await queueMails(tx, mails)
    }
    const types = await listTypeRows(tx, orgId, [id])
    await audit(tx, orgId, {
      action: 'happening.deleted',
      target: { type: 'happening', id, name: row.title },
      detail: { tickets: types.reduce((sum, { sold }) => sum + sold, 0) },
    })
    await deleteHappeningRow(tx, orgId, id)
  })
}

/** Replaces an event's ticket types with those of a request, in its order. */
async function putTypes(
  deps: IdSource,
  tx: Transaction,
  { org_id, id: happening_id }: HappeningRow,
  given: readonly TicketTypeInput[],
): Promise<void> {
  const typeById = new Map(
    (await lockTypeRows(tx, org_id, happening_id)).map((row) => [row.id, row]),
  )
  const wanted = await withOfferPrices(tx, org_id, given, typeById)
  const kept = new Set<string>()
  const fresh: Parameters<typeof insertTypes>[1] = []
  for (const [place_in_list, { id, ...type }] of wanted.entries()) {
    if (id === undefined) {
      fresh.push({ ...toColumns(type), id: deps.newId('tty'), org_id, happening_id, place_in_list })
      continue
    }
    const row = typeById.get(id)
    if (row === undefined || kept.has(id)) {
      throw invalidField(
        `ticketTypes.${place_in_list}.id`,
        'Name each ticket type of this event once',
      )
    }
    if (type.capacity < row.sold + row.held) throw happeningErrors.capacity_below_sold()
    kept.add(id)
    await updateType(tx, row, { ...toColumns(type), place_in_list })
  }
  await deleteTypes(tx, org_id, removable(typeById, kept))
  await insertTypes(tx, fresh)
}

function removable(
  typeById: ReadonlyMap<string, TicketTypeRow>,
  kept: ReadonlySet<string>,
): string[] {
  const gone = [...typeById.values()].filter(({ id }) => !kept.has(id))
  if (gone.some(({ sold, held }) => sold + held > 0)) throw happeningErrors.ticket_type_sold()
  return gone.map(({ id }) => id)
}
