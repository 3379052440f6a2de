import { formatIban, type PublicInvoice, paymentCodeText } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { Fragment, lazy, Suspense } from 'react'
import type { DocumentVoice } from './document-voice.ts'
import { filledWords } from './document-words.ts'
import classes from './public-document.module.css'

const PaymentCode = lazy(async () => ({
  default: (await import('./payment-code.tsx')).PaymentCode,
}))

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
  const reference = paymentReference ?? invoice.number
  const account = bank && { iban: bank.iban, bic: bank.bic, holder: bank.name }
  const code = paymentCodeText({ account, reference }, { amountCents: amountDueCents, currency })
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
              IBAN: formatIban(bank.iban),
              BIC: bank.bic,
              [words.bank]: bank.bankName,
              [words.reference]: reference,
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
          {code !== null && (
            <Suspense fallback={<div className={classes.code} />}>
              <PaymentCode text={code} label={words.scan} />
            </Suspense>
          )}
        </section>
      )}
    </>
  )
}
