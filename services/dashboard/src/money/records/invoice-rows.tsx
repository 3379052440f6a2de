import type { Invoice } from '@atrium/contracts'
import { Box } from '@mantine/core'
import type { MorePages } from '../../ui/page/show-more.tsx'
import { useMoney } from '../amounts/viewer.ts'
import money from '../money.module.css'
import { InvoiceStatus } from './invoice-status.tsx'
import { NameCell, RowLink, RowList } from './records.tsx'
import classes from './rows.module.css'

interface InvoiceRowsProps {
  readonly invoices: ReadonlyArray<Invoice & { readonly customerName?: string }>
  readonly label: string
  /** The query if the list is loaded page by page. */
  readonly query?: MorePages
}

export function InvoiceRows({ invoices, label, query }: InvoiceRowsProps) {
  const { amount, day } = useMoney()
  return (
    <RowList
      label={label}
      query={query}
      heads={
        <div className={`${money.columns} ${classes.invoice}`} aria-hidden>
          <span>Invoice</span>
          <span>Status</span>
          <span>Issued</span>
          <span>Due</span>
          <span className={money.figure}>Total</span>
        </div>
      }
    >
      {invoices.map((invoice) => {
        const {
          id,
          number,
          customerName,
          issuedOn,
          dueOn,
          creditedCents,
          amountDueCents,
          currency,
        } = invoice
        return (
          <RowLink key={id} list="/invoices/{-$id}" id={id} columns="invoice">
            {customerName === undefined ? (
              <NameCell name={number ?? 'Draft'} />
            ) : (
              <NameCell name={customerName}>{number ?? 'No number yet'}</NameCell>
            )}
            <span className={classes.lower}>
              <InvoiceStatus invoice={invoice} />
            </span>
            <span className="quiet wide-only">{issuedOn === null ? '–' : day(issuedOn)}</span>
            <span className="quiet wide-only">{dueOn === null ? '–' : day(dueOn)}</span>
            <Box className={`${money.figure} ${classes.upper}`} component="span" fw={500}>
              {amount(invoice.totalAmountCents, currency)}
              {creditedCents > 0 && (
                <Box className="fine" component="span" display="block" fw={400}>
                  {amount(creditedCents, currency)} credited
                </Box>
              )}
              {creditedCents > 0 && amountDueCents > 0 && (
                <Box className="fine" component="span" display="block" fw={400}>
                  {amount(amountDueCents, currency)} due
                </Box>
              )}
            </Box>
          </RowLink>
        )
      })}
    </RowList>
  )
}
