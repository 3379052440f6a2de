import { isRecord, ownProperty, ownText } from '@atrium/workflow-rules'
import { readNumeral } from '../numerals.ts'

export interface CronTime {
  cron: string
  difference?: string
}

const numberAt = (value: unknown, key: string, otherwise: number): number => {
  const found = readNumeral(ownProperty(value, key))
  return Number.isInteger(found) && found >= 0 ? found : otherwise
}

const uneven = (amount: number, unit: string): string =>
  `It starts every ${amount} ${unit} counted from the full hour, day or month, because a schedule has fixed times.`

/** Returns a field of a cron expression, with the difference if `n` does not divide the whole. */
function everyPart(amount: number, whole: number, unit: string): { part: string; note?: string } {
  if (amount <= 1) return { part: '*' }
  const part = `*/${Math.min(amount, whole - 1)}`
  return whole % amount === 0 ? { part } : { part, note: uneven(amount, unit) }
}

const withNote = (cron: string, note: string | undefined): CronTime =>
  note === undefined ? { cron } : { cron, difference: note }

function everySeconds(amount: number): CronTime {
  const { part, note } = everyPart(amount, 60, 'seconds')
  return withNote(`${part} * * * * *`, note)
}

export function everyMinutes(amount: number): CronTime {
  if (amount >= 60 && amount % 60 === 0) return everyHours(amount / 60, 0)
  const { part, note } = everyPart(amount, 60, 'minutes')
  return withNote(`${part} * * * *`, note)
}

export function everyHours(amount: number, minute: number): CronTime {
  const { part, note } = everyPart(amount, 24, 'hours')
  return withNote(`${minute} ${part} * * *`, note)
}

function everyDays(amount: number, hour: number, minute: number): CronTime {
  const days = amount <= 1 ? '*' : `*/${Math.min(amount, 31)}`
  return withNote(`${minute} ${hour} ${days} * *`, amount <= 1 ? undefined : uneven(amount, 'days'))
}

/** Translates one rule of a schedule trigger. */
export function translateRule(rule: unknown): CronTime {
  const minute = numberAt(rule, 'triggerAtMinute', 0) % 60
  const hour = numberAt(rule, 'triggerAtHour', 0) % 24
  switch (ownText(rule, 'field') || 'days') {
    case 'seconds':
      return everySeconds(numberAt(rule, 'secondsInterval', 30))
    case 'minutes':
      return everyMinutes(numberAt(rule, 'minutesInterval', 5))
    case 'hours':
      return everyHours(numberAt(rule, 'hoursInterval', 1), minute)
    case 'weeks': {
      const given = ownProperty(rule, 'triggerAtDay')
      const days = (Array.isArray(given) ? given : [])
        .map(Number)
        .filter((day) => day >= 0 && day <= 7)
      const weeks = numberAt(rule, 'weeksInterval', 1)
      return withNote(
        `${minute} ${hour} * * ${days.length === 0 ? '0' : days.join(',')}`,
        weeks > 1 ? `It starts every week instead of every ${weeks} weeks.` : undefined,
      )
    }
    case 'months': {
      const day = Math.min(Math.max(numberAt(rule, 'triggerAtDayOfMonth', 1), 1), 31)
      const months = numberAt(rule, 'monthsInterval', 1)
      return withNote(
        `${minute} ${hour} ${day} ${months > 1 ? `*/${Math.min(months, 12)}` : '*'} *`,
        months > 1 && 12 % months !== 0 ? uneven(months, 'months') : undefined,
      )
    }
    case 'cronExpression':
      return { cron: ownText(rule, 'expression').replace(/^=/, '').trim().slice(0, 200) }
    default:
      return everyDays(numberAt(rule, 'daysInterval', 1), hour, minute)
  }
}

/** Translates one time in the former cron step, or in a polling step. */
export function translateTime(time: unknown): CronTime {
  const minute = numberAt(time, 'minute', 0) % 60
  const hour = numberAt(time, 'hour', 14) % 24
  switch (isRecord(time) ? ownText(time, 'mode') : 'everyMinute') {
    case 'everyMinute':
      return { cron: '* * * * *' }
    case 'everyHour':
      return everyHours(1, minute)
    case 'everyX': {
      const amount = numberAt(time, 'value', 2)
      return ownText(time, 'unit') === 'minutes' ? everyMinutes(amount) : everyHours(amount, 0)
    }
    case 'everyWeek':
      return { cron: `${minute} ${hour} * * ${ownText(time, 'weekday') || '1'}` }
    case 'everyMonth':
      return { cron: `${minute} ${hour} ${numberAt(time, 'dayOfMonth', 1)} * *` }
    case 'custom':
      return { cron: ownText(time, 'cronExpression').replace(/^=/, '').trim().slice(0, 200) }
    default:
      return { cron: `${minute} ${hour} * * *` }
  }
}
