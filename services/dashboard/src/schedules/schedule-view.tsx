import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconChevronLeft } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rateLabel } from '../money/amount.ts'
import { InvoiceRows } from '../money/invoice-rows.tsx'
import { later } from '../money/later.ts'
import money from '../money/money.module.css'
import { customerQuery, offerQuery } from '../money/money-queries.ts'
import { Refusal } from '../money/refusal.tsx'
import { useIsAdmin } from '../money/use-is-admin.ts'
import { useMoney } from '../money/use-money.ts'
import { useStanding } from '../platform/use-standing.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Problem } from '../ui/problem.tsx'
import { toast } from '../ui/toast.ts'
import { cancel, type ScheduleStep, scheduleQuery, scheduleStepMutation } from './schedule-queries.ts'
import { ScheduleStatus } from './schedule-status.tsx'

const done: Readonly<Record<ScheduleStep, string>> = {
  pause: 'Paused',
  resume: 'Active again',
  catchUp: 'Active again, and what fell due is billed',
  adopt: 'The next period is billed at the present price',
  retry: 'The period is billed',
}

/** One recurring agreement with its invoices. */
export function ScheduleView({ id }: { id: string }) {
  const { amount, day } = useMoney()
  const queryClient = useQueryClient()
  const isAdmin = useIsAdmin()
  const query = useQuery(scheduleQuery(id))
  const { error, isPending } = useStanding(query)
  const schedule = query.data
  const customer = useQuery({
    ...customerQuery(schedule?.customerId ?? ''),
    enabled: schedule !== undefined,
  }).data
  const offer = useQuery({ ...offerQuery(schedule?.offerId ?? ''), enabled: schedule !== undefined }).data
  const step = useMutation(scheduleStepMutation(queryClient, id))
  const [leaving, setLeaving] = useState(false)
  const take = (name: ScheduleStep) => () =>
    step.mutate(name, {
      onSuccess: (skipped) =>
        toast(skipped === 0 ? done[name] : `${done[name]}, ${skipped} periods are skipped`, {
          ...(name === 'pause' ? { action: { label: 'Undo', run: () => step.mutate('resume') } } : {}),
        }),
    })
  const cancelLater = () => {
    setLeaving(true)
    later({
      text: 'The agreement is cancelled',
      refused: 'The agreement goes on',
      run: () => cancel(id),
      settled: () => {
        setLeaving(false)
        void queryClient.invalidateQueries({ queryKey: ['schedules'] })
      },
    })
  }
  const status = leaving ? 'cancelled' : schedule?.status
  const hasNewTerms =
    schedule !== undefined &&
    offer?.status === 'active' &&
    (offer.priceCents !== schedule.unitAmountCents || offer.interval !== schedule.interval)
  return (
    <>
      <PageHeader title="Agreement">
        {isAdmin && status === 'active' && (
          <Button variant="default" loading={step.isPending} onClick={take('pause')}>
            Pause
          </Button>
        )}
        {isAdmin && status === 'paused' && (
          <>
            <Button variant="default" loading={step.isPending} onClick={take('catchUp')}>
              Resume and catch up
            </Button>
            <Button loading={step.isPending} onClick={take('resume')}>
              Resume
            </Button>
          </>
        )}
      </PageHeader>
      <div className={money.page}>
        <Link to="/schedules/{-$id}" params={{ id: undefined }} className={money.back}>
          <IconChevronLeft size={16} aria-hidden />
          Schedules
        </Link>
        {isPending && <Skeleton h={200} radius="lg" />}
        {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
        {schedule !== undefined && status !== undefined && (
          <>
            <div className={money.title}>
              <h2 className={money.titleText} dir="auto">
                {schedule.description}
              </h2>
              <ScheduleStatus schedule={{ status, stuck: schedule.stuck && !leaving }} />
            </div>
            <Refusal error={step.error} />
            {schedule.stuck && (
              <div className={money.note} data-tone="bad">
                <IconAlertTriangle size={16} aria-hidden />
                <span className={money.noteText}>
                  Its last period is not billed: the invoice could not be finalized or was voided. Look at the
                  payments account and at the customer, then bill it again.
                </span>
                {isAdmin && (
                  <Button size="xs" loading={step.isPending} onClick={take('retry')}>
                    Bill it again
                  </Button>
                )}
              </div>
            )}
            {isAdmin && hasNewTerms && status !== 'cancelled' && offer?.priceCents != null && (
              <div className={money.note}>
                <span className={money.noteText}>
                  The offer is {amount(offer.priceCents, offer.currency)} a {offer.interval} by now.
                </span>
                <Button size="xs" variant="default" loading={step.isPending} onClick={take('adopt')}>
                  Bill that from the next period
                </Button>
              </div>
            )}
            <div className={money.card}>
              <dl className={money.details}>
                <dt>Customer</dt>
                <dd dir="auto">
                  <Link to="/customers/{-$id}" params={{ id: schedule.customerId }} className={money.link}>
                    {customer?.name ?? '…'}
                  </Link>
                </dd>
                <dt>Price</dt>
                <dd>
                  {amount(schedule.unitAmountCents, schedule.currency)} a {schedule.interval}, VAT{' '}
                  {rateLabel(schedule.vatRateBps)}
                </dd>
                {status !== 'cancelled' && (
                  <>
                    <dt>Next invoice</dt>
                    <dd>{status === 'paused' ? 'When it is resumed' : day(schedule.nextInvoiceDate)}</dd>
                  </>
                )}
              </dl>
            </div>
            <h2 className={money.heading}>Invoices</h2>
            {schedule.invoices.length === 0 ? (
              <p className={money.quiet}>No period is billed yet.</p>
            ) : (
              <InvoiceRows label="Invoices" invoices={schedule.invoices} />
            )}
            {isAdmin && status !== 'cancelled' && (
              <p>
                <Button variant="default" size="compact-md" onClick={cancelLater}>
                  Cancel the agreement
                </Button>
              </p>
            )}
          </>
        )}
      </div>
    </>
  )
}
