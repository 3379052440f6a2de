import type { Invoice } from '@atrium/contracts'
import { Box } from '@mantine/core'
import type { MorePages } from '../../ui/page/show-more.tsx'
import { RowList } from '../../ui/records/row-list.tsx'
import { FigureCell, NameCell, RowLink, StateCell, WideCell } from '../../ui/records/rows.tsx'
import { useMoney } from '../amounts/viewer.ts'
import { InvoiceStatus } from './invoice-status.tsx'

/** The columns of invoices and estimates. */
export const invoiceColumns = 'minmax(0, 1fr) 100px 110px 110px minmax(110px, auto)'

export const invoiceHeads = ['Invoice', 'Status', 'Issued', 'Due', 'Total']

type ListedInvoice = Invoice & { readonly customerName?: string }

interface InvoiceRowsProps {
  readonly invoices: readonly ListedInvoice[]
  readonly label: string
  /** The query if the list is loaded page by page. */
  readonly query?: MorePages
}

export const InvoiceRows = ({ invoices, label, query }: InvoiceRowsProps) => (
  <RowList label={label} query={query} columns={invoiceColumns} heads={invoiceHeads}>
    {invoices.map((invoice) => (
      <InvoiceRow key={invoice.id} invoice={invoice} />
    ))}
  </RowList>
)

export function InvoiceRow({ invoice }: { invoice: ListedInvoice }) {
  const { amount, day } = useMoney()
  const { id, number, customerName, issuedOn, dueOn, creditedCents, amountDueCents, currency } =
    invoice
  return (
    <RowLink list="/invoices/{-$id}" id={id}>
      {customerName === undefined ? (
        <NameCell name={number ?? 'Draft'} />
      ) : (
        <NameCell name={customerName}>{number ?? 'No number yet'}</NameCell>
      )}
      <StateCell>
        <InvoiceStatus invoice={invoice} />
      </StateCell>
      <WideCell>{issuedOn === null ? '–' : day(issuedOn)}</WideCell>
      <WideCell>{dueOn === null ? '–' : day(dueOn)}</WideCell>
      <FigureCell className="strong">
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
      </FigureCell>
    </RowLink>
  )
}
