import { cardTitle, deleteCustomer, listCards, listInvoices } from '@atrium/contracts'
import { Button, Menu } from '@mantine/core'
import {
  IconArrowMerge,
  IconEraser,
  IconFileText,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { amountLabel } from '../money/amounts/amount.ts'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import { languageName } from '../money/choices.ts'
import { addressLines } from '../money/customer/billing-address.ts'
import { CustomerDialog } from '../money/customer/customer-dialog.tsx'
import money from '../money/money.module.css'
import { customerQuery } from '../money/money-queries.ts'
import { Facts } from '../money/records/facts.tsx'
import { InvoiceRows } from '../money/records/invoice-rows.tsx'
import { RecordPage } from '../money/records/record-page.tsx'
import { atrium } from '../platform/connection/api.ts'
import { apiOrigin } from '../platform/page-facts.ts'
import { operationQuery } from '../platform/records/queries.ts'
import { ActionsMenu } from '../ui/actions-menu.tsx'
import { runAfterUndo } from '../ui/feedback/run-after-undo.ts'
import { Waiting } from '../ui/page/waiting.tsx'
import { usePlace } from '../ui/records/record-list.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { formatTotal } from '../ui/text/format-total.ts'
import { AnonymiseDialog, MergeDialog } from './merge-dialog.tsx'

const latest = 20

const linkToInvoices = (customerId: string) =>
  operationQuery(['invoices', 'list', 'customer', customerId], listInvoices, {
    query: { customerId, limit: latest },
  })

const linkToCards = (customerId: string) =>
  operationQuery(['cards', 'customer', customerId], listCards, {
    query: { customerId, limit: latest, sortBy: 'updatedAt' },
  })

/** The customer's cards on the board, last changed first. Absent if there are none. */
function CustomerCards({ id }: { id: string }) {
  const { data } = useQuery(linkToCards(id))
  if (data === undefined || data.total === 0) return null
  return (
    <>
      <div className={`wrapped ${money.headRow}`}>
        <h2 className={money.heading}>Cards</h2>
        {data.total > latest && (
          <span className="quiet">
            The last {latest} of {formatTotal(data.total)}
          </span>
        )}
      </div>
      <ul className="plain-list" style={{ display: 'grid', gap: 6 }}>
        {data.items.map((card) => (
          <li key={card.id} className="line" style={{ gap: 12 }}>
            <Link to="/board" search={{ card: card.id }} className="link clipped" dir="auto">
              {cardTitle(card)}
            </Link>
            <StatusBadge status={card.status} />
          </li>
        ))}
      </ul>
    </>
  )
}

export function CustomerView({
  id,
  onGone,
  onMerged,
}: {
  id: string
  onGone: () => void
  onMerged: (into: string) => void
}) {
  const queryClient = useQueryClient()
  const isAdmin = useIsAdmin()
  const query = useQuery(customerQuery(id))
  const place = usePlace(query, 200)
  const invoices = useQuery(linkToInvoices(id))
  const [edits, setEdits] = useState(false)
  const [dialog, setDialog] = useState<'merge' | 'anonymise'>()
  const close = () => setEdits(false)
  const customer = query.data
  const count = invoices.data?.total
  const remove = () => {
    onGone()
    runAfterUndo({
      text: `${customer?.name} is deleted`,
      refused: `${customer?.name} stays`,
      run: () => atrium.call(deleteCustomer, { params: { id } }),
      settled: () => void queryClient.invalidateQueries({ queryKey: ['customers'] }),
    })
  }
  const actions = customer !== undefined && (
    <>
      {isAdmin && (
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/invoices/{-$id}"
              params={{ id: 'new' }}
              search={{ customer: id }}
            />
          )}
        >
          New invoice
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setEdits(true)}
      >
        Edit
      </Button>
      <ActionsMenu label="More actions" width="max-content" variant="default" size={36}>
        <Menu.Item
          leftSection={<IconFileText size={14} aria-hidden />}
          component="a"
          href={`${apiOrigin}/api/customers/${id}/statement.pdf`}
          target="_blank"
          rel="noreferrer"
        >
          Statement of account (PDF)
        </Menu.Item>
        {isAdmin && (
          <>
            <Menu.Item
              leftSection={<IconArrowMerge size={14} aria-hidden />}
              onClick={() => setDialog('merge')}
            >
              Merge into another customer …
            </Menu.Item>
            <Menu.Item
              leftSection={<IconEraser size={14} aria-hidden />}
              onClick={() => setDialog('anonymise')}
            >
              Remove personal data …
            </Menu.Item>
          </>
        )}
        <Menu.Item
          leftSection={<IconTrash size={14} aria-hidden />}
          disabled={count !== 0}
          onClick={remove}
        >
          {count !== undefined && count > 0 ? 'Delete (has invoices)' : 'Delete'}
        </Menu.Item>
      </ActionsMenu>
    </>
  )
  return (
    <RecordPage
      kind="Customer"
      list="/customers/{-$id}"
      back="Customers"
      place={place}
      actions={actions}
      name={customer?.name}
    >
      {customer !== undefined && (
        <>
          <Facts
            wide
            facts={{
              Email:
                customer.email === '' ? null : (
                  <a href={`mailto:${customer.email}`} className="link">
                    {customer.email}
                  </a>
                ),
              'Contact person': customer.contactName,
              Phone: customer.phone !== null && (
                <a href={`tel:${customer.phone.replace(/[^+\d]/g, '')}`} className="link">
                  {customer.phone}
                </a>
              ),
              'To pay': customer.balanceCurrency !== null && (
                <span className={customer.balanceCents > 0 ? undefined : 'quiet'}>
                  {amountLabel(customer.balanceCents, customer.balanceCurrency)}
                </span>
              ),
              'Invoices go to': customer.emails.to.length > 0 && customer.emails.to.join(', '),
              'Copy to': customer.emails.cc.length > 0 && customer.emails.cc.join(', '),
              Reminders: customer.remindersPaused && 'Paused',
              Address: addressLines(customer).join(', ') || '–',
              'VAT number': customer.taxId ?? '–',
              'Language of invoices':
                customer.language === null
                  ? 'The language of the country'
                  : languageName(customer.language),
              Currency: customer.currency ?? 'The currency of the first invoice',
              Notes: customer.notes !== null && (
                <span style={{ whiteSpace: 'pre-wrap' }}>{customer.notes}</span>
              ),
            }}
          />
          <div className={`wrapped ${money.headRow}`}>
            <h2 className={money.heading}>Invoices</h2>
            {count !== undefined && count > latest && (
              <Link
                to="/invoices/{-$id}"
                params={{ id: undefined }}
                search={{ customer: id }}
                className="link"
              >
                All {formatTotal(count)}
              </Link>
            )}
          </div>
          <Waiting query={invoices} height={120} radius="lg" />
          {count === 0 && (
            <p className="quiet" style={{ marginBlock: '1em' }}>
              No invoices yet.
            </p>
          )}
          {invoices.data !== undefined && invoices.data.total > 0 && (
            <InvoiceRows
              label="Invoices"
              invoices={invoices.data.items.map(({ customerName: _, ...invoice }) => invoice)}
            />
          )}
        </>
      )}
      {customer !== undefined && <CustomerCards id={id} />}
      {dialog === 'merge' && customer !== undefined && (
        <MergeDialog customer={customer} onMerged={onMerged} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'anonymise' && customer !== undefined && (
        <AnonymiseDialog customer={customer} onClose={() => setDialog(undefined)} />
      )}
      {edits && customer !== undefined && (
        <CustomerDialog customer={customer} onClose={close} onSaved={close} />
      )}
    </RecordPage>
  )
}
