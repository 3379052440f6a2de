import type { TemplateVariable } from '@atrium/contracts'

const readable: ReadonlySet<TemplateVariable['type']> = new Set([
  'text',
  'longtext',
  'url',
  'image',
  'list',
])

/** Returns every text in a value, for example those of a list's items. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listTexts)
}

/**
 * Returns the variables with text that the template came with and nobody has replaced. A published
 * page should not show it. Colours, numbers and switches are never sample text.
 */
export const findSampleText = (
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, unknown>>,
): TemplateVariable[] =>
  variables.filter(({ name, type, default: sample }) => {
    if (!readable.has(type)) return false
    const samples = new Set(listTexts(sample))
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return listTexts(value ?? sample).some((text) => samples.has(text))
  })

/**
 * Returns a variable's value without the template's own text. A list keeps the items in which the
 * user has written something.
 */
export function removeSampleText({ type, default: sample }: TemplateVariable, value: unknown) {
  if (type !== 'list') return ''
  const samples = new Set(listTexts(sample))
  const items = Array.isArray(value ?? sample) ? ((value ?? sample) as unknown[]) : []
  return items.flatMap((item) => {
    if (typeof item !== 'object' || item === null) return []
    const own = Object.entries(item).map(([name, text]) => [
      name,
      typeof text === 'string' && samples.has(text.trim()) ? '' : text,
    ])
    const kept: object = Object.fromEntries(own)
    return listTexts(kept).length === 0 ? [] : [kept]
  })
}
