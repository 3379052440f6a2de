import type { EmittedField, FieldType, WorkflowItem } from '@atrium/contracts'
import { asText, isRecord, type Place, spacedWords } from '@atrium/workflow-rules'
import { formatSample } from '../inspector/expressions/format-sample.ts'
import type { EventType } from '../palette-queries.ts'

/** A value of a sample item, as a form shows it. */
export interface SampleField {
  readonly path: readonly string[]
  readonly label: string
  /** A `day` is `YYYY-MM-DD`, and a `moment` is an ISO time. Both are empty without a value. */
  readonly kind: 'text' | 'number' | 'boolean' | 'day' | 'moment'
  readonly value: string | number | boolean
  /** Set for an amount in minor units with a known currency. */
  readonly currency?: string
  /** The fixed values with their words. */
  readonly options?: EmittedField['options']
}

const mostFields = 60
/** How a call arrived. A person who tries a workflow changes what the call says, not how it came. */
const technical = new Set([
  'method',
  'headers',
  'contentType',
  'receivedAt',
  'rawBody',
  'files',
  'firedAt',
])

const calendarDay = /^\d{4}-\d\d-\d\d$/
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Finds the kind of a date. Undefined if the text is no date, because a picker would drop it. */
function findDateKind(text: string, format: string | undefined): 'day' | 'moment' | undefined {
  if (format === 'day') return text === '' || calendarDay.test(text) ? 'day' : undefined
  if (format !== 'date') return undefined
  return text === '' || (isoTime.test(text) && !Number.isNaN(Date.parse(text)))
    ? 'moment'
    : undefined
}

function findKind(value: unknown, format: string | undefined): SampleField['kind'] | undefined {
  if (typeof value === 'boolean' || format === 'boolean') return 'boolean'
  if (typeof value === 'number' || format === 'number' || format === 'money') return 'number'
  if (typeof value !== 'string' && value !== null) return undefined
  return findDateKind(value ?? '', format) ?? 'text'
}

const currencyCode = /^[A-Z]{3}$/

/** Returns the currency of an event's amounts. Undefined if the item has none. */
function findCurrency(
  json: WorkflowItem['json'],
  payload: EventType['payload'],
): string | undefined {
  const name = payload.find(({ format }) => format === 'currency')?.name
  const code = name === undefined ? '' : asText(json[name] ?? '').toUpperCase()
  return currencyCode.test(code) ? code : undefined
}

/**
 * Lists the single values of a sample item, at most 60. Objects are read one level deep. Ids, lists
 * and deeper objects keep their value. Only the JSON shows them.
 */
export function listSampleFields(
  json: WorkflowItem['json'],
  payload: EventType['payload'] = [],
): readonly SampleField[] {
  const known = new Map(payload.map((field) => [field.name, field]))
  const currency = findCurrency(json, payload)
  const fields: SampleField[] = []
  const add = (
    path: readonly string[],
    label: string,
    value: unknown,
    { format, options }: Partial<EventType['payload'][number]> = {},
  ) => {
    const kind = findKind(value, format)
    if (kind === undefined || fields.length >= mostFields) return
    const shown = kind === 'boolean' ? value === true : value
    const isMoney = format === 'money'
    fields.push({
      path,
      label: isMoney && currency === undefined ? `${label}, in cents` : label,
      kind,
      value: (shown ?? '') as SampleField['value'],
      ...(isMoney && currency !== undefined && { currency }),
      ...(kind === 'text' && options !== undefined && { options }),
    })
  }
  for (const [name, value] of Object.entries(json)) {
    if (technical.has(name)) continue
    if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value)) add([name, key], spacedWords(key), inner)
      continue
    }
    const field = known.get(name)
    if (field?.format === 'id') continue
    const label = field?.label ?? spacedWords(name)
    add([name], label, value, field)
  }
  return fields
}

// A fixed value in code, such as `one_off`.
const codeWord = /^[a-z]+(?:_[a-z]+)+$/

function printValue(
  value: unknown,
  { type, options }: { type: FieldType; options: EmittedField['options'] },
  currency: string | undefined,
  place: Place,
): string {
  if (options === undefined && type === 'text' && typeof value === 'string' && codeWord.test(value))
    return spacedWords(value)
  return formatSample(value, { type, currency, options }, place) ?? ''
}

/** Lists an event's readable values by their labels. */
export const listShownValues = (
  json: WorkflowItem['json'],
  payload: EventType['payload'],
  place: Place,
): readonly (readonly [label: string, value: string])[] => {
  const currency = findCurrency(json, payload)
  const known = new Map(payload.map((field) => [field.name, field]))
  return Object.entries(json).flatMap(([name, value]) => {
    const field = known.get(name)
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    return isEmpty || field?.format === 'id'
      ? []
      : [
          [
            field?.label ?? spacedWords(name),
            printValue(
              value,
              { type: field?.format ?? 'text', options: field?.options },
              currency,
              place,
            ),
          ] as const,
        ]
  })
}

/** Returns the item with another value at a field. */
export function setSampleField(
  json: WorkflowItem['json'],
  [key, ...rest]: readonly string[],
  value: unknown,
): WorkflowItem['json'] {
  if (key === undefined) return json
  const inner = json[key]
  return {
    ...json,
    [key]: rest.length === 0 ? value : setSampleField(isRecord(inner) ? inner : {}, rest, value),
  }
}
