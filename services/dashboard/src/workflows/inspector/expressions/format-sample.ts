import type { FieldType } from '@atrium/contracts'
import { asText, isRecord, type Place } from '@atrium/workflow-rules'
import { amountLabel } from '../../../money/amounts/amount.ts'

const currencyCode = /^[A-Z]{3}$/

/**
 * Formats a field's value as the organisation writes it. Returns undefined if there is no value.
 */
export function formatSample(
  value: unknown,
  { type, currency }: { type: FieldType; currency: unknown },
  { locale, zone }: Place,
): string | undefined {
  if (value === undefined || value === null) return undefined
  if (type === 'money' && Number.isSafeInteger(value)) {
    const code = asText(currency).toUpperCase()
    return currencyCode.test(code) ? amountLabel(Number(value), code, locale) : asText(value)
  }
  if ((type === 'date' || type === 'day') && typeof value === 'string') {
    const date = new Date(value)
    if (Number.isNaN(date.getTime())) return value
    const clock =
      type === 'day'
        ? ({ timeZone: 'UTC' } as const)
        : ({ timeStyle: 'short', timeZone: zone } as const)
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...clock }).format(date)
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return formatList(value)
  return asText(value)
}

const formatList = (values: readonly unknown[]): string => {
  if (values.length > 0 && values.every((value) => !isRecord(value) && !Array.isArray(value)))
    return values.map(asText).join(', ')
  return values.length === 1 ? '1 entry' : `${values.length} entries`
}
