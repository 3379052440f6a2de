import type { TemplateVariable } from '@atrium/contracts'

/** Returns a field's label. If it has none, returns its name split into words. */
export function toLabel({ name, label }: Pick<TemplateVariable, 'name' | 'label'>): string {
  if (label !== undefined && label.trim() !== '') return label
  const words = name
    .replace(/_+/g, ' ')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .trim()
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
