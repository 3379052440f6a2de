import type { PublicInvoice } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { Fragment } from 'react'
import type { DocumentVoice } from './document-voice.ts'
import { filledWords } from './document-words.ts'
import classes from './public-document.module.css'

/** Shows what is still to be paid and how, or why nothing is. */
export function PayPart({ invoice, voice }: { invoice: PublicInvoice; voice: DocumentVoice }) {
  const { status, amountDueCents, currency, dueOn, bank, paymentReference } = invoice
  const { words, amount, day } = voice
  if (status === 'void' || status === 'paid' || amountDueCents <= 0) {
    const text = status === 'void' || status === 'paid' ? words[status] : words.nothingDue
    return (
      <p className="bold" role="status" style={{ margin: '0 0 20px' }}>
        {text}
      </p>
    )
  }
  return (
    <>
      <p className="muted" style={{ margin: 0 }}>
        {words.amountDue}
      </p>
      <p className="bold figures" style={{ margin: 0, fontSize: 26 }}>
        {amount(amountDueCents, currency)}
      </p>
      <p className="muted" style={{ margin: '0 0 20px' }}>
        {dueOn !== null && filledWords(words.due, { date: day(dueOn) })}
      </p>
      {invoice.paymentsHostedInvoiceUrl !== null && (
        <Button component="a" href={invoice.paymentsHostedInvoiceUrl} fullWidth mb={20}>
          {words.payOnline}
        </Button>
      )}
      {bank !== null && (
        <section aria-label={words.transfer}>
          <h2 className="legend">{words.transfer}</h2>
          <dl className={classes.facts}>
            {Object.entries({
              [words.holder]: bank.name,
              IBAN: bank.iban.replaceAll(/(.{4})(?=.)/g, '$1 '),
              BIC: bank.bic,
              [words.bank]: bank.bankName,
              [words.reference]: paymentReference ?? invoice.number,
            }).map(
              ([name, value]) =>
                value !== null && (
                  <Fragment key={name}>
                    <dt>{name}</dt>
                    <dd dir="auto">{value}</dd>
                  </Fragment>
                ),
            )}
          </dl>
        </section>
      )}
    </>
  )
}
