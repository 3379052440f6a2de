import { listExpressions, type Reference, spacedWords } from '@atrium/workflow-rules'
import type { UpstreamField } from './upstream-fields.ts'

/** An expression in a text that is shown by its field's name. */
export interface Chip {
  readonly from: number
  readonly to: number
  readonly label: string
  readonly field: UpstreamField
  readonly reference: Reference
}

export type FieldFinder = (
  reference: Pick<Reference, 'node' | 'path'>,
) => { readonly field: UpstreamField; readonly label: string } | undefined

const keyFor = (node: string | null, path: Reference['path']): string =>
  JSON.stringify([node, ...path.map(String)])

/**
 * Prepares the search for an expression's field. A path into a field has the field's name and the
 * rest of the path. A field from an earlier step is also in the current item, because steps pass
 * their items' fields on.
 */
export function prepareFinder(fields: readonly UpstreamField[]): FieldFinder {
  const known = new Map<string, UpstreamField>()
  const passed = new Map<string, UpstreamField>()
  for (const field of fields) {
    const [placed] = listExpressions(`{{${field.expression}}}`)
    if (placed === undefined) continue
    const { node, path } = placed.reference
    known.set(keyFor(node, path), field)
    const inItem = keyFor(null, path)
    if (node !== null && !passed.has(inItem)) passed.set(inItem, field)
  }
  return ({ node, path }) => {
    for (let { length } = path; length > 0; length -= 1) {
      const key = keyFor(node, path.slice(0, length))
      const field = known.get(key) ?? passed.get(key)
      if (field === undefined) continue
      const rest = path.slice(length).map((step) => nameStep(step))
      return { field, label: [field.label, ...rest].join(' › ') }
    }
    return undefined
  }
}

const nameStep = (step: string | number): string =>
  typeof step === 'number' ? `${step + 1}` : spacedWords(step).toLowerCase()

/** Lists a text's expressions that can be shown as chips. All other text stays unchanged. */
export const findChips = (text: string, findField: FieldFinder): Chip[] =>
  listExpressions(text).flatMap(({ from, to, reference }) => {
    const found = findField(reference)
    return found === undefined ? [] : [{ from, to, reference, ...found }]
  })

/** Splits a text into its chips and the text between them. Joined, the parts are the text. */
export function splitAtChips(text: string, chips: readonly Chip[]): string[] {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of chips) {
    parts.push(text.slice(at, from), text.slice(from, to))
    at = to
  }
  return [...parts, text.slice(at)]
}

/** Finds the selected chip, or the chip that ends at the caret. */
export const findChosenChip = (
  chips: readonly Chip[],
  selection: { readonly from: number; readonly to: number },
): Chip | undefined =>
  chips.find(({ from, to }) =>
    selection.from === selection.to
      ? to === selection.to
      : from === selection.from && to === selection.to,
  )

/** Finds the field that a condition compares: a path in the item, or one expression. */
export function findComparedField(left: string, findField: FieldFinder): UpstreamField | undefined {
  const text = left.trim()
  const [placed] = listExpressions(text.includes('{{') ? text : `{{ $json.${text} }}`)
  const { path = [] } = placed?.reference ?? {}
  // A filter changes the value, and a deeper path is another field.
  return path.length === 1 && placed?.reference.filters === undefined
    ? findField({ node: placed?.reference.node ?? null, path })?.field
    : undefined
}
