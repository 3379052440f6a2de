import type { WorkflowItem } from '@atrium/contracts'
import { isRecord } from '@atrium/workflow-rules'
import { amountLabel } from '../money/amounts/amount.ts'
import { dayLabel } from '../money/amounts/calendar-day.ts'

export interface ItemLine {
  readonly name: string
  readonly value: string
}

type Json = Readonly<Record<string, unknown>>
type Field = readonly [name: string, value: unknown]

const mostLines = 12
const longestValue = 300
const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/
const day = /^\d{4}-\d{2}-\d{2}$/
const amountName = /Cents$/
const currencyCode = /^[A-Z]{3}$/

/** Turns a field name into words: `totalAmountCents` becomes "Total amount". */
function toWords(name: string): string {
  const words = name
    .replace(amountName, '')
    .replace(/[_-]+/g, ' ')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

const isAmount = ([name, value]: Field): boolean =>
  amountName.test(name) && Number.isSafeInteger(value)

function readCurrency({ currency }: Json): string | undefined {
  const code = typeof currency === 'string' ? currency.toUpperCase() : ''
  return currencyCode.test(code) ? code : undefined
}

/** Formats minor units. If no currency is known, the amount has two decimals. */
function toAmount(cents: number, currency: string | undefined): string {
  if (currency !== undefined) return amountLabel(cents, currency)
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  // A string of digits is formatted without rounding.
  return new Intl.NumberFormat(undefined, decimals).format(
    `${cents}E-2` as Intl.StringNumericLiteral,
  )
}

const isReal = (text: string): boolean => !Number.isNaN(Date.parse(text))

function toText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(toText).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value) ?? ''
  // A day that no month has would be shown as another day.
  if (day.test(value) && isReal(value) && new Date(value).toISOString().startsWith(value))
    return dayLabel(value, 'UTC')
  if (!moment.test(value) || !isReal(value)) return value
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(value))
}

const toField = ([name, value]: Field, currency: string | undefined): string =>
  isAmount([name, value]) ? toAmount(Number(value), currency) : toText(value)

/** Writes the fields of an object. Objects inside it stay as they are. */
function toSentence(value: Json, currency: string | undefined): string {
  const ownCurrency = readCurrency(value) ?? currency
  return listShown(value)
    .map((field) => `${toWords(field[0])}: ${toField(field, ownCurrency)}`)
    .join(', ')
}

function toValue([name, value]: Field, currency: string | undefined): string {
  if (isRecord(value)) return toSentence(value, currency)
  if (Array.isArray(value) && value.some((each) => isRecord(each)))
    return value
      .map((each) => (isRecord(each) ? toSentence(each, currency) : toText(each)))
      .join('; ')
  return toField([name, value], currency)
}

/** Lists the fields with a value that a reader decides about. */
function listShown(json: Json): readonly Field[] {
  const fields = Object.entries(json)
  // An amount is shown with its currency.
  const isInAmount = readCurrency(json) !== undefined && fields.some(isAmount)
  return fields.filter(
    ([name, value]) =>
      value !== null &&
      value !== '' &&
      // The time when the run began is nothing to decide about.
      name !== 'firedAt' &&
      !(name === 'currency' && isInAmount),
  )
}

const shorten = (text: string): string =>
  text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text

const isId = (name: string): boolean => /^id$|Id$/.test(name)

/**
 * Returns an item's fields with a value as lines to read, and the number of fields left out. Ids
 * come last, because they mean little to a reader.
 */
export function listItemLines({ json }: Pick<WorkflowItem, 'json'>): {
  readonly lines: readonly ItemLine[]
  readonly more: number
} {
  const filled = listShown(json)
  const sorted = [
    ...filled.filter(([name]) => !isId(name)),
    ...filled.filter(([name]) => isId(name)),
  ]
  return {
    lines: sorted.slice(0, mostLines).map(([name, value]) => ({
      name: toWords(name),
      value: shorten(toValue([name, value], readCurrency(json))),
    })),
    more: Math.max(0, sorted.length - mostLines),
  }
}
