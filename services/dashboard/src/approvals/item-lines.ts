import type { WorkflowItem } from '@atrium/contracts'

export interface ItemLine {
  readonly name: string
  readonly value: string
}

const mostLines = 12
const longestValue = 300

const toText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text
}

/** Turns a field name into words: `totalAmountCents` becomes "Total amount cents". */
function toWords(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns an item's fields with a value as lines to read, and the number of fields left out. */
export function listItemLines({ json }: Pick<WorkflowItem, 'json'>): {
  readonly lines: readonly ItemLine[]
  readonly more: number
} {
  const filled = Object.entries(json).filter(([, value]) => value !== null && value !== '')
  return {
    lines: filled
      .slice(0, mostLines)
      .map(([name, value]) => ({ name: toWords(name), value: toText(value) })),
    more: Math.max(0, filled.length - mostLines),
  }
}
