import { type BankStatement, isSameAccount } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMoney } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import classes from './bank.module.css'
import { companyQuery } from './bank-queries.ts'

/** Shows what the import of a statement would do, and its first transactions. */
export function StatementPreview({ statement }: { statement: BankStatement }) {
  const { amount, day } = useMoney()
  const { transactions, matched, duplicates, iban, headings, preview } = statement
  const companyIban = useQuery(companyQuery).data?.iban?.replaceAll(' ', '').toUpperCase() ?? ''
  const isOtherAccount = iban !== null && companyIban !== '' && !isSameAccount(iban, companyIban)
  if (transactions === 0)
    return (
      <p className="quiet flush">
        {headings === null
          ? 'This statement has no transactions.'
          : 'Choose the columns to see the transactions.'}
      </p>
    )
  const facts = [
    transactions === 1 ? '1 transaction' : `${transactions} transactions`,
    `${matched} can be matched at once`,
    duplicates > 0 ? `${duplicates} imported before` : null,
    iban,
  ].filter((fact) => fact !== null)
  return (
    <>
      <p style={{ margin: 0 }} role="status">
        {facts.join(' · ')}
      </p>
      {isOtherAccount && (
        <p style={{ margin: 0 }} role="note">
          This statement is from the account {iban}, but your invoices name {companyIban}. Import it
          only if customers pay you on this account, too.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolled area needs the keyboard. */}
      <section className={`card ${classes.preview}`} aria-label="Preview" tabIndex={0}>
        <ul className="plain-list ruled">
          {preview.map(({ bookedOn, amountCents, currency, counterparty, reference }, at) => (
            <li key={at} className={classes.row}>
              <span className="column" style={{ minWidth: 0 }}>
                <span className="clamped" dir="auto">
                  {counterparty ?? 'No name'}
                </span>
                <span className="quiet clamped" dir="auto">
                  {[day(bookedOn), reference].filter((fact) => fact !== null).join(' · ')}
                </span>
              </span>
              <span className={money.figure}>{amount(amountCents, currency)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
