import { dateProblems, isTimeZone, readMoment } from '@atrium/workflow-rules'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { NodeError } from '../../engine/index.ts'
import { actOnItems } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import { intoParam, intoProblems, splitPath } from './item-path.ts'
import { withValueAt } from './set-path.ts'

const mostAmount = 1_000_000

const Params = z.object({
  operation: z
    .enum(['add', 'subtract', 'start_of'])
    .describe('Adds to the date, subtracts from it, or goes to the start of the unit'),
  value: z
    .string()
    .min(1)
    .max(100)
    .describe('A day such as 2026-11-30, a time such as 2026-11-30T09:00:00Z, today or now'),
  amount: z
    .number()
    .int()
    .min(-mostAmount)
    .max(mostAmount)
    .optional()
    .describe('How many units to add or subtract'),
  unit: z
    .enum(['minute', 'hour', 'day', 'week', 'month', 'year'])
    .describe('The unit. A week starts on Monday'),
  zone: z
    .string()
    .max(100)
    .refine(isTimeZone, 'Choose a time zone, such as Europe/Paris')
    .optional()
    .describe('The time zone. By default the organisation’s'),
  into: intoParam('date'),
})
type Params = z.output<typeof Params>

type Day = Temporal.PlainDate
type Time = Temporal.ZonedDateTime

const minuteMillis = 60_000
const isDayUnit = (unit: Params['unit']): boolean => unit !== 'minute' && unit !== 'hour'

function readValue({ value }: Params, zone: string, now: number): Day | Time {
  const word = value.trim().toLowerCase()
  if (word === 'now' || word === 'today') {
    const time = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
    return word === 'now' ? time : time.toPlainDate()
  }
  const moment = readMoment(value)
  if (moment === undefined)
    throw new NodeError(
      `Parameter "value": "${value}" is not a date. Use a form such as 2026-11-30 or 2026-11-30T09:00:00Z.`,
    )
  const { fields, offset } = moment
  if (offset !== undefined)
    return Temporal.Instant.fromEpochMilliseconds(
      fields - offset * minuteMillis,
    ).toZonedDateTimeISO(zone)
  const local = Temporal.PlainDateTime.from(new Date(fields).toISOString().slice(0, -1))
  return /\d[T ]\d/i.test(value) ? local.toZonedDateTime(zone) : local.toPlainDate()
}

function startOfDayUnit(day: Day, unit: Params['unit']): Day {
  if (unit === 'week') return day.subtract({ days: day.dayOfWeek - 1 })
  if (unit === 'month') return day.with({ day: 1 })
  return unit === 'year' ? day.with({ month: 1, day: 1 }) : day
}

function findStart(time: Time, unit: Params['unit']): Time {
  if (unit === 'minute' || unit === 'hour')
    return time.round({ smallestUnit: unit, roundingMode: 'floor' })
  return startOfDayUnit(time.toPlainDate(), unit).toZonedDateTime(time.timeZoneId)
}

function compute(params: Params, zone: string, now: number): Day | Time {
  const { operation, amount = 0, unit } = params
  const value = readValue(params, zone, now)
  // A day keeps its form unless the result has a time.
  const isDay = value instanceof Temporal.PlainDate && isDayUnit(unit)
  const from = value instanceof Temporal.PlainDate && !isDay ? value.toZonedDateTime(zone) : value
  if (operation === 'start_of')
    return from instanceof Temporal.PlainDate ? startOfDayUnit(from, unit) : findStart(from, unit)
  const duration = { [`${unit}s`]: operation === 'add' ? amount : -amount }
  return from.add(duration)
}

function writeDate(value: Day | Time): string {
  // ISO 8601 writes other years with a sign, which few programs read.
  if (value.year < 0 || value.year > 9999)
    throw new RangeError('The year has more than four digits')
  return value instanceof Temporal.PlainDate
    ? value.toString()
    : new Date(value.epochMilliseconds).toISOString()
}

export const date = defineNode({
  type: 'date',
  label: 'Date',
  description: 'Adds to a date, subtracts from it, or finds the start of its day, week or month',
  category: 'enrich',
  keywords: [
    'time',
    'day',
    'month',
    'calendar',
    'deadline',
    'due',
    'add days',
    'subtract',
    'later',
  ],
  params: Params,
  emits: emitted({ date: field.date('Date', '2026-12-14T09:00:00.000Z') }),
  check: (params) => [...dateProblems(params), ...intoProblems(params)],
  async execute(items, _params, context) {
    const { orgId, ports, signal } = context
    const usual =
      orgId === null ? 'UTC' : (await ports.orgSettings({ orgId }, signal)).settings.timezone
    const now = context.now()
    return actOnItems(items, context, async (item, _at, params) => {
      if (params.amount === undefined && params.operation !== 'start_of')
        throw new NodeError('Parameter "amount": Enter how many units')
      const value = toText(params, params.zone ?? usual, now)
      const json = withValueAt(item.json, splitPath(params.into), value)
      const made = context.derive(item, { json })
      await context.carry(made)
      return made
    })
  },
})

function toText(params: Params, zone: string, now: number): string {
  try {
    return writeDate(compute(params, zone, now))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new NodeError('The date is outside the years 0 to 9999', { cause: error })
  }
}
