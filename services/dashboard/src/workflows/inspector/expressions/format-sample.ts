import type { EmittedField, FieldType } from '@atrium/contracts'
import {
  asText,
  isRecord,
  type Place,
  parseTemplate,
  quoteName,
  resolveTemplate,
} from '@atrium/workflow-rules'
import { amountLabel } from '../../../money/amounts/amount.ts'
import { dayFormats } from './day-formats.ts'

const currencyCode = /^[A-Z]{3}$/

/** Returns the words for a fixed value of a field. Undefined for any other value. */
export const optionLabel = (value: unknown, options: EmittedField['options']): string | undefined =>
  options?.find((option) => option.value === value)?.label

/** Writes a date as an inserted field does. */
function formatDate(value: string, type: 'date' | 'day', { locale, zone }: Place): string {
  const { dayAndTime, day } = dayFormats(locale)
  const format = quoteName(type === 'day' ? day : dayAndTime)
  try {
    const template = parseTemplate(`{{ $json.value | date: ${format} }}`)
    const setting = { locale, timezone: zone }
    const values = { input: {}, setting, skill: {} }
    return asText(resolveTemplate(template, { json: { value }, node: () => undefined, values }))
  } catch {
    // The text is no date.
    return value
  }
}

/**
 * Formats a field's value as the organisation writes it. Returns undefined if there is no value.
 */
export function formatSample(
  value: unknown,
  {
    type,
    currency,
    options,
  }: { type: FieldType; currency: unknown; options?: EmittedField['options'] },
  place: Place,
): string | undefined {
  if (value === undefined || value === null) return undefined
  if (type === 'money' && Number.isSafeInteger(value)) {
    const code = asText(currency).toUpperCase()
    return currencyCode.test(code) ? amountLabel(Number(value), code, place.locale) : asText(value)
  }
  if ((type === 'date' || type === 'day') && typeof value === 'string')
    return formatDate(value, type, place)
  const label = optionLabel(value, options)
  if (label !== undefined) return label
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return formatList(value)
  return asText(value)
}

const formatList = (values: readonly unknown[]): string => {
  if (values.length > 0 && values.every((value) => !isRecord(value) && !Array.isArray(value)))
    return values.map(asText).join(', ')
  return values.length === 1 ? '1 entry' : `${values.length} entries`
}
