import type { FieldType } from '@atrium/contracts'
import {
  type FilterArgument,
  type FilterCall,
  filterList,
  listExpressions,
  quoteName,
  type Reference,
} from '@atrium/workflow-rules'
import { dayFormats } from './day-formats.ts'
import type { UpstreamField } from './upstream-fields.ts'

/** A way to write a field's value. `filters` is the code behind the path, without a bar before it. */
export interface Format {
  readonly label: string
  readonly filters: string
}

const labels = new Map(filterList.map(({ name, label }) => [name, label]))
const named = (filters: string): Format => ({
  label: labels.get(/^\w+/.exec(filters)?.[0] ?? '') ?? filters,
  filters,
})

const texts = [
  named('upper'),
  named('lower'),
  { label: 'At most 100 characters', filters: 'truncate: 100' },
]
/** Lists the formats of dates in a language. Times have those with a clock too. */
function listDateFormats(locale: string, hasClock: boolean): readonly Format[] {
  const { dayAndTime, day, shortDay, month, time } = dayFormats(locale)
  const write = (format: string): string => `date: ${quoteName(format)}`
  const days = [
    { label: 'Day', filters: write(day) },
    { label: 'Short day', filters: write(shortDay) },
    { label: 'Month and year', filters: write(month) },
  ]
  return hasClock
    ? [
        { label: 'Day and time', filters: write(dayAndTime) },
        ...days,
        { label: 'Time', filters: write(time) },
      ]
    : days
}

const byType: Readonly<Partial<Record<FieldType, readonly Format[]>>> = {
  number: [named('round'), { label: 'Round to two decimals', filters: 'round: 2' }],
  list: [
    { label: 'With commas', filters: "join: ', '" },
    { label: 'One per line', filters: "join: '\\n'" },
    named('first'),
    named('last'),
    named('count'),
  ],
  object: [named('json')],
  file: [named('json')],
  boolean: [],
  url: [...texts, { label: 'As part of an address', filters: 'url' }],
}

/** Lists the formats for a field, with dates as a language writes them. */
export function listFormats({ type, currency }: UpstreamField, locale: string): readonly Format[] {
  if (type === 'date' || type === 'day') return listDateFormats(locale, type === 'date')
  if (type === 'money')
    return currency === undefined
      ? []
      : [{ label: 'Amount with its currency', filters: `money: ${currency}` }]
  return byType[type] ?? [...texts, { label: 'As part of an address', filters: 'url' }]
}

/** Returns the filters that make a field readable inside a text: an amount or a date. */
export const presetFilters = (field: UpstreamField, locale: string): string =>
  field.type === 'money' || field.type === 'date' || field.type === 'day'
    ? (listFormats(field, locale)[0]?.filters ?? '')
    : ''

/** How a chip's value is written: its format, and the text for an empty value. */
export interface ChipFormat {
  readonly filters: string
  readonly ifEmpty: string | undefined
}

const writeArgument = (argument: FilterArgument): string => {
  if (typeof argument === 'number') return String(argument)
  if (typeof argument !== 'string') return argument.source
  return quoteName(argument).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

const writeCall = ({ name, args }: FilterCall): string =>
  args.length === 0 ? name : `${name}: ${args.map(writeArgument).join(', ')}`

/**
 * Reads the format of an expression. A text for an empty value is the last filter. Another value
 * belongs to the filters, because a text field could not show it without changing it.
 */
export function readFormat({ filters = [] }: Pick<Reference, 'filters'>): ChipFormat {
  const last = filters.at(-1)
  const [other] = last?.name === 'default' && last.args.length === 1 ? last.args : []
  const isText = typeof other === 'string' && other !== '' && !/[{}]/.test(other)
  const ifEmpty = isText ? other : undefined
  const calls = ifEmpty === undefined ? filters : filters.slice(0, -1)
  return { filters: calls.map(writeCall).join(' | '), ifEmpty }
}

/** Returns filters in the form in which `readFormat` reads them. */
export function normaliseFilters(filters: string): string {
  const [placed] = listExpressions(`{{ $json.value | ${filters} }}`)
  return placed === undefined ? filters : readFormat(placed.reference).filters
}

/** Writes the expression of a field with its format. */
export function writeExpression(source: string, { filters, ifEmpty }: ChipFormat): string {
  // Double braces would end the expression.
  const other = ifEmpty?.replaceAll(/[{}]/g, '') ?? ''
  const parts = [source, filters, other === '' ? '' : `default: ${writeArgument(other)}`]
  return `{{ ${parts.filter((part) => part !== '').join(' | ')} }}`
}
