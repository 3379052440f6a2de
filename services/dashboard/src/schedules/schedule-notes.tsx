import type { InvoiceSchedule, Offer } from '@atrium/contracts'
import { Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import money from '../money/money.module.css'
import { useMoney } from '../money/use-money.ts'

/** Why the last period is not billed, and the way to bill it. */
export function StuckNote({
  schedule,
  busy,
  onRetry,
}: {
  schedule: InvoiceSchedule
  busy: boolean
  /** Undefined for members, who may not. */
  onRetry: (() => void) | undefined
}) {
  const { day } = useMoney()
  const { failure } = schedule
  return (
    <div className={`sunken ${money.note}`} data-tone="bad" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <span className={money.noteText} dir="auto">
        {failure === null
          ? 'Its last period is not billed.'
          : `The period of ${day(failure.period)} is not billed. ${failure.reason}.`}
      </span>
      {onRetry !== undefined && (
        <Button size="xs" loading={busy} onClick={onRetry}>
          Bill it again
        </Button>
      )}
    </div>
  )
}

/** The changed price of the offer, and the step to it. */
export function PriceNote({
  offer,
  schedule,
  busy,
  onAdopt,
}: {
  offer: Offer
  schedule: InvoiceSchedule
  busy: boolean
  onAdopt: (announce: boolean) => void
}) {
  const { amount, day } = useMoney()
  const [announce, setAnnounce] = useState(true)
  return (
    <div className={`sunken ${money.note}`}>
      <IconTag size={16} aria-hidden />
      <div className={`${money.noteText} stack`}>
        <span>
          The offer now costs {amount(offer.priceCents ?? 0, offer.currency)} a {offer.interval}. The
          agreement keeps its price until you change it, from {day(schedule.nextInvoiceDate)} on.
        </span>
        <Checkbox
          size="xs"
          label="Mail the customer the new price"
          checked={announce}
          onChange={(event) => setAnnounce(event.currentTarget.checked)}
        />
      </div>
      <Button size="xs" variant="default" loading={busy} onClick={() => onAdopt(announce)}>
        Change the price
      </Button>
    </div>
  )
}
