import type { PublicInvoice } from '@atrium/contracts'
import type { DocumentVoice } from './document-voice.ts'
import classes from './public-document.module.css'

type Lines = Pick<
  PublicInvoice,
  'currency' | 'lineItems' | 'subtotalAmountCents' | 'vatAmountCents' | 'totalAmountCents'
>

/** Shows the lines and totals of a document to its customer. */
export function DocumentLines({
  document: { lineItems, currency, subtotalAmountCents, vatAmountCents, totalAmountCents },
  voice: { words, amount, number },
}: {
  document: Lines
  voice: DocumentVoice
}) {
  const money = (cents: number) => amount(cents, currency)
  return (
    <>
      <ul className="plain-list">
        {lineItems.map(({ description, quantity, unit, unitAmountCents }, index) => (
          <li key={index} className={classes.line}>
            <span className="preserved" dir="auto">
              {description}
            </span>
            <span className="quiet figures">
              {number(quantity)} {unit} × {money(unitAmountCents)}
            </span>
          </li>
        ))}
      </ul>
      <dl className={classes.facts}>
        <dt>{words.net}</dt>
        <dd>{money(subtotalAmountCents)}</dd>
        <dt>{words.vat}</dt>
        <dd>{money(vatAmountCents)}</dd>
        <dt className="bold">{words.total}</dt>
        <dd className="bold">{money(totalAmountCents)}</dd>
      </dl>
    </>
  )
}
