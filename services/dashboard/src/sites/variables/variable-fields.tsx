import type { Template } from '@atrium/contracts'
import { listFields, MarkupError, type MarkupNode, parseMarkup } from '@atrium/site-page'
import { useMemo } from 'react'
import { ListField } from './list-field.tsx'
import { VariableField } from './variable-field.tsx'

function parsed(markup: string): readonly MarkupNode[] {
  try {
    return parseMarkup(markup)
  } catch (error) {
    if (error instanceof MarkupError) return []
    throw error
  }
}

export function VariableFields({
  template: { variables, markup },
  values,
  problems,
  onChange,
}: {
  template: Pick<Template, 'variables' | 'markup'>
  values: Readonly<Record<string, unknown>>
  problems: Readonly<Record<string, string | undefined>>
  onChange: (name: string, value: unknown) => void
}) {
  const nodes = useMemo(() => parsed(markup), [markup])
  const names = new Set(variables.map(({ name }) => name))
  return variables.map((variable) => {
    const { name } = variable
    const field = {
      variable,
      value: values[name] ?? variable.default,
      error: problems[name],
      onChange: (value: unknown) => onChange(name, value),
    }
    return variable.type === 'list' ? (
      <ListField key={name} {...field} fields={listFields(nodes, name, names)} />
    ) : (
      <VariableField key={name} {...field} />
    )
  })
}
