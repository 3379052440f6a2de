import { Button, Group } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import { Refusal } from '../money/form/draft-dialog.tsx'
import money from '../money/money.module.css'
import { offerQuery } from '../money/money-queries.ts'
import { InvoiceRows } from '../money/records/invoice-rows.tsx'
import { RecordPage } from '../money/records/record-page.tsx'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { runAfterUndo } from '../ui/feedback/run-after-undo.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { usePlace } from '../ui/records/record-list.tsx'
import { ChangeDialog, NextInvoice } from './change-dialog.tsx'
import { EndDialog } from './end-fields.tsx'
import { cancel, type ScheduleStep, scheduleQuery, scheduleStepMutation } from './one-schedule.ts'
import { PriceNote, ScheduleFacts, ScheduleTimeline, StuckNote } from './schedule-parts.tsx'
import { ScheduleStatus } from './schedule-status.tsx'

const done: Readonly<Record<ScheduleStep, string>> = {
  pause: 'Paused',
  resume: 'Active again',
  catchUp: 'Active again. The periods that fell due are billed within a day',
  adopt: 'The next period uses the new price, and the customer gets a mail about it',
  adoptQuietly: 'The next period uses the new price',
  retry: 'The period is billed',
}

const skippedWords = (periods: number): string =>
  periods === 1 ? '1 period is skipped' : `${periods} periods are skipped`

export function ScheduleView({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const isAdmin = useIsAdmin()
  const query = useInfiniteQuery(scheduleQuery(id))
  const place = usePlace(query, 200)
  const schedule = query.data?.pages[0]
  const invoices = query.data?.pages.flatMap((page) => page.invoices) ?? []
  const offer = useQuery({
    ...offerQuery(schedule?.offerId ?? ''),
    enabled: schedule !== undefined,
  }).data
  const step = useMutation(scheduleStepMutation(queryClient, id, useRequestKeys()))
  const [leaving, setLeaving] = useState(false)
  const [ending, setEnding] = useState(false)
  const [changing, setChanging] = useState(false)
  const undoable = useRef<AbortController>(undefined)
  const take = (name: ScheduleStep) => () => {
    undoable.current?.abort()
    step.mutate(name, {
      onSuccess: (skipped) => {
        const text = skipped === 0 ? done[name] : `${done[name]}, ${skippedWords(skipped)}`
        if (name !== 'pause') return toast(text)
        undoable.current = new AbortController()
        toast(text, {
          action: { label: 'Undo', run: () => step.mutate('resume') },
          until: undoable.current.signal,
        })
      },
    })
  }
  const cancelLater = () => {
    setLeaving(true)
    runAfterUndo({
      text: 'The subscription is cancelled',
      refused: 'The subscription was not cancelled',
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
  const actions = (
    <>
      {isAdmin && status === 'active' && (
        <BusyButton variant="default" loading={step.isPending} onClick={take('pause')}>
          Pause
        </BusyButton>
      )}
      {isAdmin && status === 'paused' && (
        <>
          <BusyButton variant="default" loading={step.isPending} onClick={take('catchUp')}>
            Resume and catch up
          </BusyButton>
          <BusyButton loading={step.isPending} onClick={take('resume')}>
            Resume
          </BusyButton>
        </>
      )}
    </>
  )
  const frame = {
    kind: 'Subscription',
    list: '/subscriptions/{-$id}',
    back: 'Subscriptions',
    place,
    actions,
  } as const
  if (schedule === undefined || status === undefined) return <RecordPage {...frame} />
  return (
    <RecordPage
      {...frame}
      name={schedule.description}
      badge={
        <ScheduleStatus schedule={{ ...schedule, status, stuck: schedule.stuck && !leaving }} />
      }
    >
      <Refusal error={step.error} />
      {schedule.stuck && (
        <StuckNote
          schedule={schedule}
          busy={step.isPending}
          onRetry={isAdmin ? take('retry') : undefined}
        />
      )}
      {isAdmin && hasNewTerms && status !== 'cancelled' && offer?.priceCents != null && (
        <PriceNote
          offer={offer}
          schedule={schedule}
          busy={step.isPending}
          onAdopt={(announce) => take(announce ? 'adopt' : 'adoptQuietly')()}
        />
      )}
      <ScheduleFacts schedule={schedule} status={status} />
      {status !== 'cancelled' && (
        <>
          <h2 className={money.heading}>Next invoice</h2>
          <NextInvoice id={id} />
        </>
      )}
      <h2 className={money.heading}>Invoices</h2>
      {invoices.length === 0 ? (
        <p className="quiet" style={{ marginBlock: '1em' }}>
          No period has been billed yet.
        </p>
      ) : (
        <InvoiceRows label="Invoices" invoices={invoices} query={query} />
      )}
      <h2 className={money.heading}>History</h2>
      <ScheduleTimeline id={id} />
      {isAdmin && status !== 'cancelled' && (
        <Group gap={8}>
          <Button variant="default" size="compact-md" onClick={() => setChanging(true)}>
            Change price, VAT, product or date
          </Button>
          <Button variant="default" size="compact-md" onClick={() => setEnding(true)}>
            Set the end date
          </Button>
          <Button variant="default" size="compact-md" onClick={cancelLater}>
            Cancel the subscription
          </Button>
        </Group>
      )}
      {changing && <ChangeDialog schedule={schedule} onClose={() => setChanging(false)} />}
      {ending && <EndDialog schedule={schedule} onClose={() => setEnding(false)} />}
    </RecordPage>
  )
}
