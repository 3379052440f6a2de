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
