import { asText } from '@atrium/workflow-rules'
import { TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { usedTagsQuery } from '../palette-queries.ts'
import { FieldContext } from './field-context.ts'
import type { PickerProps } from './pickers.tsx'

const longestSearch = 100

/** Tags; those of the latest cards are suggested, and of all cards those that a person types. An expression is one, too. */
export function TagsPicker({ field: { label, help, isNeeded }, path, value, onChange }: PickerProps) {
  const { isLocked, problemOf } = use(FieldContext)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim().slice(0, longestSearch), 150)
  const { data: used = [] } = useQuery(usedTagsQuery(q))
  return (
    <TagsInput
      label={label}
      description={help}
      withAsterisk={isNeeded}
      error={problemOf(path)}
      disabled={isLocked}
      data={used}
      searchValue={typed}
      onSearchChange={setTyped}
      splitChars={[',', '\n']}
      value={Array.isArray(value) ? value.map(asText) : []}
      onChange={(tags) => onChange(tags.length === 0 && !isNeeded ? undefined : tags)}
    />
  )
}
