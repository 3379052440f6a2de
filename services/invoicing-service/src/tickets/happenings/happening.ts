import {
  Happening,
  happeningErrors,
  PublicHappening,
  PublicTicketType,
  TicketType,
} from '@atrium/contracts'
import { createView } from '@atrium/database'
import type { Row } from '../../database.ts'
import type { OrgVoice } from '../org-voice.ts'

export type HappeningRow = Row<'happenings'>
export type TicketTypeRow = Row<'ticket_types'>

/** A ticket type with the price for visitors. */
export type PricedType = TicketTypeRow & { isOrderable: boolean }

export interface TypedHappening {
  row: HappeningRow
  types: readonly PricedType[]
}

const day = 86_400_000

/** Returns when an event ends. Without an end it lasts a day. */
const overAt = ({ starts_at, ends_at }: Pick<HappeningRow, 'starts_at' | 'ends_at'>): number =>
  ends_at?.getTime() ?? starts_at.getTime() + day

export const isOver = (row: Pick<HappeningRow, 'starts_at' | 'ends_at'>, now: Date): boolean =>
  overAt(row) <= now.getTime()

/** Throws `ends_before_start` (422) if the end is not after the start. */
export function checkTimes(startsAt: Date, endsAt: Date | null): void {
  if (endsAt === null || endsAt >= startsAt) return
  const errors = [{ path: 'endsAt', message: 'Choose an end after the start' }]
  throw happeningErrors.ends_before_start({ details: { errors } })
}

const toFields = createView(Happening.omit({ ticketTypes: true }))
const toPublicFields = createView(
  PublicHappening.omit({ ticketTypes: true, open: true, language: true }),
)
const toType = createView(TicketType)
const toPublicType = createView(PublicTicketType.omit({ available: true, orderable: true }))

export const isFree = ({ price_cents, offer_id }: TicketTypeRow): boolean =>
  Number(price_cents) === 0 && offer_id === null

/** Returns the tickets that visitors can order, zero while free tickets go to the waiting list. */
export const countAvailable = ({ capacity, sold, held, serving }: TicketTypeRow): number =>
  serving ? 0 : capacity - sold - held

export const toHappening = (row: HappeningRow, types: readonly TicketTypeRow[]): Happening => ({
  ...toFields(row),
  ticketTypes: types.map(toType),
})

export const toPublicHappening = (
  row: HappeningRow,
  types: readonly PricedType[],
  { now, voice: { language } }: { now: Date; voice: OrgVoice },
): PublicHappening => ({
  ...toPublicFields(row),
  open: !isOver(row, now),
  language,
  ticketTypes: types.map((type) => ({
    ...toPublicType(type),
    available: countAvailable(type),
    orderable: type.isOrderable,
  })),
})
