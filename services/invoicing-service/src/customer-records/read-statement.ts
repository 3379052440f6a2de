import { invalidField, type StatementQuery } from '@atrium/contracts'
import { dayIn, readDay } from '../calendar/calendar-days.ts'
import { refreshTimeZone } from '../calendar/time-zone.ts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { Ctx, Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { findSeller, nameAlone, unnamed } from '../invoices/seller.ts'
import { chooseDocumentLanguage } from '../pdf/document-language.ts'
import type { StatementContent } from '../pdf/statement-content.ts'
import { listEntries, listOpeningBalances } from './statement.db.ts'

/** A longer statement would hold up other organisations' documents. */
const entriesAtMost = 2_000

/**
 * Returns a customer's statement of account from `from` to `to`: opening balance, invoices, credit
 * notes, payments and refunds. Throws `not_found`, and `validation_failed` (400) if the period is
 * empty or has too many entries.
 */
export async function readStatement(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { id, query }: { id: string; query: StatementQuery },
): Promise<StatementContent> {
  const { db } = deps
  const [buyer, zone, settings, own] = await Promise.all([
    getBuyer(db, orgId, id),
    refreshTimeZone(deps, orgId, undefined),
    orgSettings(deps, orgId),
    findSeller(db, orgId),
  ])
  const from = query.from === undefined ? null : readDay(query.from, zone)
  const to = query.to === undefined ? dayIn(deps.now(), zone) : readDay(query.to, zone)
  if (from !== null && from > to)
    throw invalidField('to', 'Choose a day that is not before the first day')
  const customer = { org_id: orgId, id }
  const rows = await listEntries(db, customer, { from, to, limit: entriesAtMost + 1 })
  if (rows.length > entriesAtMost)
    throw invalidField(
      'from',
      `There are more than ${entriesAtMost} entries. Choose a shorter period.`,
    )
  const opening = from === null ? [] : await listOpeningBalances(db, customer, from)
  const currencies = new Set([...opening, ...rows].map(({ currency }) => currency))
  return {
    seller: own ?? (await nameAlone(deps, orgId)) ?? unnamed,
    buyer,
    language: chooseDocumentLanguage(buyer.language ?? null, buyer.billingCountry, settings.locale),
    from,
    to,
    accounts: [...currencies].sort().map((currency) => ({
      currency,
      openingCents: Number(opening.find((each) => each.currency === currency)?.cents ?? 0),
      entries: rows
        .filter((row) => row.currency === currency)
        .map(({ currency: _, cents, ...entry }) => ({ ...entry, cents: Number(cents) })),
    })),
    brandColor: settings.brandColor,
    logo: settings.logoUrl === null ? null : await deps.logos.read(settings.logoUrl, orgId),
  }
}
