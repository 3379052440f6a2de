import { deleteCustomer, listInvoices } from '@atrium/contracts'
import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { countryName, languageName } from '../money/choices.ts'
import { InvoiceRows } from '../money/invoice-rows.tsx'
import { later } from '../money/later.ts'
import money from '../money/money.module.css'
import { customerQuery } from '../money/money-queries.ts'
import { useIsAdmin } from '../money/use-is-admin.ts'
import { atrium } from '../platform/api.ts'
import { useFirstContent } from '../platform/first-content.ts'
import { late } from '../platform/load-page.ts'
import { operationQuery } from '../platform/operation-query.ts'
import { useStanding } from '../platform/use-standing.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Problem } from '../ui/problem.tsx'

const CustomerDialog = late(async () => (await import('../money/customer-dialog.tsx')).CustomerDialog)

const latest = 20

const invoicesOf = (customerId: string) =>
  operationQuery(['invoices', 'list', 'customer', customerId], listInvoices, {
    query: { customerId, limit: latest },
  })

/** One customer with its invoices. */
export function CustomerView({ id, onGone }: { id: string; onGone: () => void }) {
  const queryClient = useQueryClient()
  const isAdmin = useIsAdmin()
  const query = useQuery(customerQuery(id))
  const { error, isPending } = useStanding(query)
  useFirstContent(!isPending)
  const invoices = useQuery(invoicesOf(id))
  const [edits, setEdits] = useState(false)
  const customer = query.data
  const remove = () => {
    onGone()
    later({
      text: `${customer?.name} is deleted`,
      refused: `${customer?.name} stays`,
      run: () => atrium.call(deleteCustomer, { params: { id } }),
      settled: () => void queryClient.invalidateQueries({ queryKey: ['customers'] }),
    })
  }
  return (
    <>
      <PageHeader title="Customer">
        {customer !== undefined && (
          <>
            {isAdmin && (
              <Button
                leftSection={<IconPlus size={16} aria-hidden />}
                renderRoot={(props) => (
                  <Link {...props} to="/invoices/{-$id}" params={{ id: 'new' }} search={{ customer: id }} />
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
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="default" size={36} aria-label="More actions">
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconTrash size={14} aria-hidden />}
                  disabled={invoices.data === undefined || invoices.data.total > 0}
                  onClick={remove}
                >
                  {invoices.data !== undefined && invoices.data.total > 0
                    ? 'Delete (has invoices)'
                    : 'Delete'}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </PageHeader>
      <div className="page">
        <Link to="/customers/{-$id}" params={{ id: undefined }} className="back">
          <IconChevronLeft size={16} aria-hidden />
          Customers
        </Link>
        {isPending && <Skeleton h={200} radius="lg" />}
        {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
        {customer !== undefined && (
          <>
            <div className={money.title}>
              <h2 className={money.titleText} dir="auto">
                {customer.name}
              </h2>
            </div>
            <div className="card">
              <dl className={money.details}>
                <dt>Email</dt>
                <dd>
                  <a href={`mailto:${customer.email}`} className="link">
                    {customer.email}
                  </a>
                </dd>
                <dt>Address</dt>
                <dd dir="auto">
                  {[
                    customer.billingLine1,
                    customer.billingLine2,
                    [customer.billingPostalCode, customer.billingCity].filter(Boolean).join(' '),
                    customer.billingState,
                    customer.billingCountry && countryName(customer.billingCountry),
                  ]
                    .filter(Boolean)
                    .join(', ') || '–'}
                </dd>
                <dt>VAT number</dt>
                <dd>{customer.taxId ?? '–'}</dd>
                <dt>Language of invoices</dt>
                <dd>
                  {customer.language === null ? 'That of the country' : languageName(customer.language)}
                </dd>
                <dt>Currency</dt>
                <dd>{customer.currency ?? 'That of the first invoice'}</dd>
              </dl>
            </div>
            <div className={`wrapped ${money.headRow}`}>
              <h2 className={money.heading}>Invoices</h2>
              {invoices.data !== undefined && invoices.data.total > latest && (
                <Link
                  to="/invoices/{-$id}"
                  params={{ id: undefined }}
                  search={{ customer: id }}
                  className="link"
                >
                  All {invoices.data.total}
                </Link>
              )}
            </div>
            {invoices.isPending && <Skeleton h={120} radius="lg" />}
            {invoices.data === undefined && invoices.isError && (
              <Problem error={invoices.error} onRetry={() => void invoices.refetch()} />
            )}
            {invoices.data?.total === 0 && <p className={money.quiet}>No invoice yet.</p>}
            {invoices.data !== undefined && invoices.data.total > 0 && (
              <InvoiceRows
                label="Invoices"
                invoices={invoices.data.items.map(({ customerName: _, ...invoice }) => invoice)}
              />
            )}
          </>
        )}
      </div>
      <Suspense>
        {edits && customer !== undefined && (
          <CustomerDialog
            customer={customer}
            onClose={() => setEdits(false)}
            onSaved={() => setEdits(false)}
          />
        )}
      </Suspense>
    </>
  )
}
