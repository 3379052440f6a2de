import type { WorkflowItem } from '@atrium/contracts'
import { amountLabel } from '../money/amounts/amount.ts'

export interface ItemLine {
  readonly name: string
  readonly value: string
}

type Json = WorkflowItem['json']

const mostLines = 12
const longestValue = 300
const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/
const amountName = /Cents$/
/** Says when the run began, which the reader does not decide about. */
const hidden = new Set(['firedAt', 'currency'])

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

/** Formats minor units if the item names a currency. */
function toAmount(name: string, value: unknown, { currency }: Json): string | undefined {
  if (!amountName.test(name) || typeof value !== 'number' || !Number.isSafeInteger(value)) {
    return undefined
  }
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
    ? amountLabel(value, currency)
    : undefined
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  if (moment.test(text) && !Number.isNaN(Date.parse(text))) {
    const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
    return format.format(new Date(text))
  }
  return text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text
}

const isId = (name: string): boolean => /^id$|Id$/.test(name)

/**
 * Returns an item's fields with a value as lines to read, and the number of fields left out. Ids
 * come last, because they mean little to a reader.
 */
export function listItemLines({ json }: Pick<WorkflowItem, 'json'>): {
  readonly lines: readonly ItemLine[]
  readonly more: number
} {
  const filled = Object.entries(json).filter(
    ([name, value]) => value !== null && value !== '' && !hidden.has(name),
  )
  const sorted = [
    ...filled.filter(([name]) => !isId(name)),
    ...filled.filter(([name]) => isId(name)),
  ]
  return {
    lines: sorted.slice(0, mostLines).map(([name, value]) => ({
      name: toWords(name),
      value: toAmount(name, value, json) ?? toText(value),
    })),
    more: Math.max(0, sorted.length - mostLines),
  }
}
