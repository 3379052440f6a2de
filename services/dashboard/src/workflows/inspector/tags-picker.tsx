import { asText } from '@atrium/workflow-rules'
import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { usedTagsQuery } from '../palette-queries.ts'
import { FieldContext } from './field-context.ts'
import type { PickerProps } from './pickers.tsx'

/** Tags, those of the latest cards suggested; an expression is one, too. */
export function TagsPicker({ field: { label, help, isNeeded }, path, value, onChange }: PickerProps) {
  const { isLocked, problemOf } = use(FieldContext)
  const { data: used = [] } = useQuery(usedTagsQuery)
  return (
    <TagsInput
      label={label}
      description={help}
      withAsterisk={isNeeded}
      error={problemOf(path)}
      disabled={isLocked}
      data={used}
      splitChars={[',', '\n']}
      value={Array.isArray(value) ? value.map(asText) : []}
      onChange={(tags) => onChange(tags.length === 0 && !isNeeded ? undefined : tags)}
    />
  )
}
