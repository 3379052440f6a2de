import { invoiceTotals, type PublicEstimate, type PublicInvoice } from '@atrium/contracts'
import { Fragment } from 'react'
import { listVatRows } from '../money/amounts/vat-rows.ts'
import type { DocumentVoice } from './document-voice.ts'
import classes from './public-document.module.css'

type Shown = PublicInvoice | PublicEstimate
type Row = readonly [label: string, cents: number]

/** Returns what was credited and paid, because the rest is what the page asks for. */
const listSettled = (document: Shown, words: DocumentVoice['words']): Row[] => {
  if (!('paidCents' in document)) return []
  const { creditedCents, paidCents } = document
  return [
    ...(creditedCents > 0 ? [[words.creditedAmount, -creditedCents] as const] : []),
    ...(paidCents > 0 ? [[words.paidAmount, -paidCents] as const] : []),
  ]
}

/** Shows the lines and totals of a document to its customer. */
export function DocumentLines({
  document,
  voice: { words, amount, number },
}: {
  document: Shown
  voice: DocumentVoice
}) {
  const { lineItems, currency, subtotalAmountCents } = document
  const totals = invoiceTotals(lineItems, document.vatRateBps)
  const unstated = subtotalAmountCents - totals.subtotalAmountCents
  const money = (cents: number) => amount(cents, currency)
  const percent = (bps: number) => `${number(bps / 100)} %`
  return (
    <>
      <ul className="plain-list">
        {lineItems.map(({ description, quantity, unit, unitAmountCents, discountBps }, index) => (
          <li key={index} className={classes.line}>
            <span className="preserved" dir="auto">
              {description}
            </span>
            <span className="quiet figures">
              {number(quantity)} {unit} × {money(unitAmountCents)}
              {discountBps !== undefined &&
                discountBps > 0 &&
                ` · ${words.discount} ${percent(discountBps)}`}
            </span>
            <span className="figures">{money(totals.lines[index]?.netCents ?? 0)}</span>
          </li>
        ))}
      </ul>
      <dl className={classes.facts}>
        {unstated !== 0 && (
          <>
            <dt>{unstated < 0 ? words.discount : words.surcharge}</dt>
            <dd>{money(unstated)}</dd>
          </>
        )}
        <dt>{words.net}</dt>
        <dd>{money(subtotalAmountCents)}</dd>
        {listVatRows(totals.rates, document).map(([bps, vatCents = 0]) => (
          <Fragment key={bps}>
            <dt>
              {words.vat} {percent(bps)}
            </dt>
            <dd>{money(vatCents)}</dd>
          </Fragment>
        ))}
        <dt className="bold">{words.total}</dt>
        <dd className="bold">{money(document.totalAmountCents)}</dd>
        {listSettled(document, words).map(([label, cents]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{money(cents)}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
