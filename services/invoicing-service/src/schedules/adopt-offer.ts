import { type Buyer, scheduleErrors } from '@atrium/contracts'
import { type NewMail, oneLine, queueMails } from '@atrium/mailer'
import { dayIn } from '../calendar/calendar-days.ts'
import { customerVoice, joinParagraphs, readOrgLocale } from '../customer-mails/customer-voice.ts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { OfferPrice } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { toAuthor } from '../invoices/history/history.ts'
import { sellerToFreeze } from '../invoices/seller.ts'
import { filled } from '../pdf/document-words.ts'
import { auditSchedule } from './audit-schedule.ts'
import { change } from './change-schedules.ts'
import { isSamePrice, offerTerms, restartedAnchor, toPrice } from './offer-terms.ts'
import type { ScheduleRow } from './schedule.ts'
import { recordScheduleHistory } from './schedule-history.db.ts'
import { formatPrice } from './schedule-timeline.ts'

/**
 * Bills the offer's price, text and interval from the next period on. With `announce` the customer
 * gets a mail about a changed price. Throws `not_found`, `invalid_transition`,
 * `offer_not_recurring`, `currency_mismatch`.
 */
export async function adoptOffer(
  deps: Deps,
  ctx: Ctx,
  { id, input: { announce } }: { id: string; input: { announce: boolean } },
) {
  const { orgId } = ctx.principal
  const { seller } = await sellerToFreeze(deps, orgId)
  const orgLocale = await readOrgLocale(deps, orgId)
  return change(deps, ctx, {
    id,
    changeOf: async (row, tx) => {
      if (row.status === 'cancelled') throw scheduleErrors.invalid_transition()
      const terms = await offerTerms(tx, row.org_id, row.offer_id, row.customer_id)
      const [from, to] = [toPrice(row), toPrice(terms)]
      const since = row.next_invoice_date.toISOString()
      if (announce && !isSamePrice(from, to)) {
        const buyer = await getBuyer(tx, orgId, row.customer_id)
        const named = { buyer, description: terms.description, by: seller?.name ?? '', orgLocale }
        await queueMails(tx, [priceMail(row, named, { from, to })])
        await recordScheduleHistory(deps, tx, {
          schedule: row,
          kind: 'announced',
          author: toAuthor(ctx.principal),
          detail: { to, since },
        })
        await auditSchedule(tx, row, 'schedule.announced', {
          price: formatPrice(to),
          fromPrice: formatPrice(from),
          since,
        })
      }
      return {
        changes: { ...terms, ...restartedAnchor(row, terms.interval), announced: null },
        kind: 'adopted',
        detail: { from, to, since },
      }
    },
  })
}

const day = 86_400

/** Tells a customer about a new subscription price from the next period on. */
function priceMail(
  schedule: ScheduleRow,
  {
    buyer,
    description,
    by,
    orgLocale,
  }: { buyer: Buyer; description: string; by: string; orgLocale: string },
  { from, to }: { from: OfferPrice; to: OfferPrice },
): NewMail {
  const since = schedule.next_invoice_date.toISOString()
  const price = `${to.unitAmountCents}:${to.currency}:${to.interval}`
  const priceIn = ({ unitAmountCents, currency, interval }: OfferPrice): string => {
    const voice = customerVoice(buyer, orgLocale, currency)
    return filled(voice.words[interval], { amount: voice.amount(unitAmountCents) })
  }
  const { words, date } = customerVoice(buyer, orgLocale, to.currency)
  const values = {
    name: oneLine(description, 120),
    date: date(dayIn(schedule.next_invoice_date, schedule.time_zone)),
    from: priceIn(from),
    to: priceIn(to),
  }
  const seller = oneLine(by, 80)
  return {
    key: `price:${schedule.id}:${since}:${price}`,
    orgId: schedule.org_id,
    recipient: buyer.email,
    subject: filled(words.priceSubject, values),
    text: joinParagraphs(
      filled(words.price, values),
      words.priceOfEarlier,
      seller === '' ? null : seller,
    ),
    usefulForSeconds: 7 * day,
  }
}
