import { type DocumentInput, invoiceErrors } from '@atrium/contracts'
import { json, toColumns } from '@atrium/database'
import { addDays, dayIn, readDay, startOfDay } from '../calendar/calendar-days.ts'
import type { Row } from '../database.ts'

type ServiceColumns = Pick<Row<'invoices'>, 'service_from' | 'service_until'>

/** Returns the first and last service day. Both are null if neither is known. */
export function serviceDays({
  service_from: from,
  service_until: until,
  time_zone: zone,
}: ServiceColumns & Pick<Row<'invoices'>, 'time_zone'>) {
  if (from === null || until === null || until <= from)
    return { serviceFrom: null, serviceTo: null }
  const first = dayIn(from, zone)
  const last = addDays(dayIn(until, zone), -1)
  // A subscription's period may begin and end on one day.
  if (last < first) return { serviceFrom: first, serviceTo: first }
  return { serviceFrom: first, serviceTo: last }
}

const refusalAt = (path: string, message: string) => ({ details: { errors: [{ path, message }] } })

const noService: ServiceColumns = { service_from: null, service_until: null }

/**
 * Returns the columns for the document's optional fields. `current` is the draft to change. Throws
 * `service_period_invalid` (422).
 */
export function documentColumns(
  { serviceFrom, serviceTo, recipients, ...texts }: DocumentInput,
  zone: string,
  current: ServiceColumns = noService,
) {
  const hasRecipients = recipients != null && recipients.to.length + recipients.cc.length > 0
  return {
    ...toColumns(texts),
    ...(recipients === undefined ? {} : { recipients: hasRecipients ? json(recipients) : null }),
    ...(serviceFrom === undefined && serviceTo === undefined
      ? {}
      : serviceColumns({ serviceFrom, serviceTo }, zone, current)),
  }
}

function serviceColumns(
  { serviceFrom, serviceTo }: Pick<DocumentInput, 'serviceFrom' | 'serviceTo'>,
  zone: string,
  current: ServiceColumns,
): ServiceColumns {
  const before = serviceDays({ ...current, time_zone: zone })
  const read = (given: string | null | undefined, unchanged: string | null) =>
    given === undefined ? unchanged : given && readDay(given, zone)
  const from = read(serviceFrom, before.serviceFrom)
  const to = read(serviceTo, before.serviceTo)
  const [first, last] = [from ?? to, to ?? from]
  if (first === null || last === null) return noService
  if (last < first)
    throw invoiceErrors.service_period_invalid(
      refusalAt('serviceTo', 'The service ends before it begins. Choose a later day.'),
    )
  return {
    service_from: startOfDay(first, zone),
    service_until: startOfDay(addDays(last, 1), zone),
  }
}
