import type { WorkflowItem } from '@atrium/contracts'
import { asText, isRecord } from '@atrium/workflow-rules'
import { spacedWords } from '../graph/problems.ts'
import type { EventType } from '../palette-queries.ts'

/** A value of a sample item, as a form shows it. */
export interface SampleField {
  readonly path: readonly string[]
  readonly label: string
  readonly kind: 'text' | 'number' | 'boolean'
  readonly value: string | number | boolean
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

function findKind(value: unknown, format: string | undefined): SampleField['kind'] | undefined {
  if (typeof value === 'boolean' || format === 'boolean') return 'boolean'
  if (typeof value === 'number' || format === 'number' || format === 'money') return 'number'
  return typeof value === 'string' || value === null ? 'text' : undefined
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
  const fields: SampleField[] = []
  const add = (path: readonly string[], label: string, value: unknown, format?: string) => {
    const kind = findKind(value, format)
    if (kind === undefined || fields.length >= mostFields) return
    const shown =
      kind === 'boolean' ? value === true : kind === 'text' ? String(value ?? '') : value
    fields.push({ path, label, kind, value: (shown ?? '') as SampleField['value'] })
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
    add([name], field?.format === 'money' ? `${label}, in cents` : label, value, field?.format)
  }
  return fields
}

const currencyCode = /^[A-Z]{3}$/

function printValue(value: unknown, format: string | undefined, currency: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const code = asText(currency).toUpperCase()
  if (format === 'money' && typeof value === 'number' && currencyCode.test(code)) {
    const amount = new Intl.NumberFormat(undefined, { style: 'currency', currency: code })
    return amount.format(value / 10 ** (amount.resolvedOptions().maximumFractionDigits ?? 2))
  }
  return Array.isArray(value) ? value.map(asText).join(', ') : asText(value)
}

/** Lists the values of an event that say something to a person, by their labels. */
export const listShownValues = (
  json: WorkflowItem['json'],
  payload: EventType['payload'] = [],
): readonly (readonly [label: string, value: string])[] => {
  const currency = payload.find(({ format }) => format === 'currency')?.name
  const known = new Map(payload.map((field) => [field.name, field]))
  return Object.entries(json).flatMap(([name, value]) => {
    const field = known.get(name)
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    return isEmpty || field?.format === 'id'
      ? []
      : [
          [
            field?.label ?? spacedWords(name),
            printValue(value, field?.format, json[currency ?? '']),
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
