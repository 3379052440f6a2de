import { type Plugin, parseSync, Visitor } from 'vite'

const contracts = /[\\/]packages[\\/]contracts[\\/]src[\\/].*\.ts$/

/** The operation properties used only by the OpenAPI document. */
const documentation: ReadonlySet<string> = new Set(['summary', 'description', 'example'])

interface Span {
  start: number
  end: number
}

/** Returns the source without these spans, which do not overlap unless one contains the other. */
function cut(source: string, spans: readonly Span[]): string {
  const kept: string[] = []
  let position = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= position) continue
    kept.push(source.slice(position, start))
    position = end
  }
  return kept.join('') + source.slice(position)
}

/**
 * Removes the calls `.describe(…)` and `.meta(…)` from a contracts module, and its operations'
 * texts and examples. Pages validate with the schemas and show none of these texts.
 */
export function stripDescriptions(file: string, source: string): string {
  const spans: Span[] = []
  new Visitor({
    CallExpression({ callee, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (!['describe', 'meta'].includes(callee.property.name)) return
      spans.push({ start: callee.object.end, end })
    },
    ObjectExpression({ properties }) {
      const named = properties.flatMap((property) =>
        property.type === 'Property' && property.key.type === 'Identifier'
          ? [{ name: property.key.name, start: property.start, end: property.end }]
          : [],
      )
      if (!named.some(({ name }) => name === 'summary')) return
      for (const { name, start, end } of named) {
        if (!documentation.has(name)) continue
        const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0
        spans.push({ start, end: end + comma })
      }
    },
  }).visit(parseSync(file, source).program)
  return cut(source, spans)
}

/** Keeps the contracts' descriptions and examples out of the bundle. */
export const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: contracts },
    handler: (source, id) => ({ code: stripDescriptions(id, source), map: null }),
  },
}
