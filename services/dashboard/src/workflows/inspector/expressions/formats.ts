import type { FieldType } from '@atrium/contracts'
import {
  type FilterArgument,
  type FilterCall,
  filterList,
  listExpressions,
  quoteName,
  type Reference,
} from '@atrium/workflow-rules'
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
const days: readonly Format[] = [
  { label: 'Day', filters: "date: 'D MMMM YYYY'" },
  { label: 'Short day', filters: "date: 'DD.MM.YYYY'" },
  { label: 'Month and year', filters: "date: 'MMMM YYYY'" },
]
const moments: readonly Format[] = [
  ...days,
  { label: 'Day and time', filters: "date: 'D MMMM YYYY, HH:mm'" },
  { label: 'Time', filters: "date: 'HH:mm'" },
]
const byType: Readonly<Partial<Record<FieldType, readonly Format[]>>> = {
  date: moments,
  day: days,
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

/** Lists the formats for a field. */
export function listFormats({ type, currency }: UpstreamField): readonly Format[] {
  if (type === 'money')
    return currency === undefined
      ? []
      : [{ label: 'Amount with its currency', filters: `money: ${currency}` }]
  return byType[type] ?? [...texts, { label: 'As part of an address', filters: 'url' }]
}

/** Returns the filters that make a field readable inside a text: an amount or a date. */
export const presetFilters = (field: UpstreamField): string =>
  field.type === 'money' || field.type === 'date' || field.type === 'day'
    ? (listFormats(field)[0]?.filters ?? '')
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

/** Reads the format of an expression. A text for an empty value is the last filter. */
export function readFormat({ filters = [] }: Pick<Reference, 'filters'>): ChipFormat {
  const last = filters.at(-1)
  const [other] = last?.name === 'default' && last.args.length === 1 ? last.args : []
  const ifEmpty = typeof other === 'string' || typeof other === 'number' ? String(other) : undefined
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
