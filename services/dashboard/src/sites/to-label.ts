import type { TemplateVariable } from '@atrium/contracts'

/** The name of a field for people: its label, else the words of its name. */
export function toLabel({ name, label }: Pick<TemplateVariable, 'name' | 'label'>): string {
  if (label !== undefined && label.trim() !== '') return label
  const words = name
    .replace(/_+/g, ' ')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .trim()
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
