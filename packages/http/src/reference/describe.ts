import { accounts } from './accounts.ts'
import { billing } from './billing.ts'
import { board } from './board.ts'
import { connect } from './connect.ts'
import { invoicing } from './invoicing.ts'
import { pages } from './pages.ts'
import { platform } from './platform.ts'
import { runs } from './runs.ts'
import type { ReferenceTable } from './table.ts'
import { tickets } from './tickets.ts'
import { usualProperties } from './usual.ts'
import { workflows } from './workflows.ts'

/** The tables of all areas. Each place is in one table only. */
export const referenceTables: readonly ReferenceTable[] = [
  accounts,
  billing,
  board,
  connect,
  invoicing,
  pages,
  platform,
  runs,
  tickets,
  workflows,
]
const texts: ReferenceTable = Object.assign({}, ...referenceTables)

/**
 * Returns a property's description: the one for this schema position, or else the one for its
 * common name. Returns undefined if there is neither.
 */
function findReference(place: string, path: readonly string[]): string | undefined {
  return (
    texts[place]?.[path.join('.')] ??
    usualProperties[path.slice(-2).join('.')] ??
    usualProperties[path.at(-1) ?? '']
  )
}

const inner: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Adds the descriptions for `place` to a JSON Schema's properties. Keeps descriptions that the
 * schema already has.
 */
export function described(place: string, schema: unknown, path: readonly string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((each) => described(place, each, path))
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'properties') return [keyword, describedProperties(place, value, path)]
    return [keyword, inner.has(keyword) ? described(place, value, path) : value]
  })
  return Object.fromEntries(entries)
}

function describedProperties(place: string, properties: unknown, path: readonly string[]) {
  if (!isObject(properties)) return properties
  const entries = Object.entries(properties).map(([name, property]) => {
    const at = [...path, name]
    const whole = described(place, property, at)
    const description = findReference(place, at)
    return [name, isObject(whole) && description !== undefined ? { description, ...whole } : whole]
  })
  return Object.fromEntries(entries)
}
