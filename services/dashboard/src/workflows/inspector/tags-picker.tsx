import { asText } from '@atrium/workflow-rules'
import { TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usedTagsQuery } from '../palette-queries.ts'
import { type FieldProps, useFieldInput } from './field-context.ts'

const longestSearch = 100

/**
 * Chooses tags. It suggests tags of the latest cards, and searches all cards' tags as the user
 * types. An expression is also a tag.
 */
export function TagsPicker(props: FieldProps) {
  const { field, value, onChange } = props
  const input = useFieldInput(props)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim().slice(0, longestSearch), 150)
  const { data: used = [] } = useQuery(usedTagsQuery(q))
  return (
    <TagsInput
      {...input}
      data={used}
      searchValue={typed}
      onSearchChange={setTyped}
      splitChars={[',', '\n']}
      value={Array.isArray(value) ? value.map(asText) : []}
      onChange={(tags) => onChange(tags.length === 0 && !field.isNeeded ? field.empty : tags)}
    />
  )
}
