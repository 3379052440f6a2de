import { listSkills, type Skill } from '@atrium/contracts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import { keepsDialog } from './keeps-dialog.tsx'

const writers: ReadonlySet<Skill['kind']> = new Set(['writing', 'persona', 'instructions'])

/**
 * Lists text skills with `q` in their name, or the newest skills if `q` is empty. `total` counts
 * all matching skills.
 */
const skillChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: ['skills', 'choices', q],
    queryFn: async ({ signal }) => {
      const { items, total } = await atrium.call(
        listSkills,
        { query: { limit: 50, ...(q === '' ? {} : { q }) } },
        { signal },
      )
      return { total, choices: items.filter(({ kind }) => writers.has(kind)) }
    },
    placeholderData: (former) => former,
  })

export interface ChosenSkill {
  readonly id: string
  readonly name: string
}

interface SkillFieldProps {
  readonly chosen: ChosenSkill | undefined
  readonly onChoose: (skill: ChosenSkill | undefined) => void
}

/** Chooses a skill for the suggestion. Renders nothing if the organisation has no skill. */
export function SkillField({ chosen, onChoose }: SkillFieldProps) {
  const [typed, setTyped] = useState(chosen?.name ?? '')
  // If the field shows the chosen skill's name, the text is no search.
  const [q] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), 150)
  const { data } = useQuery(skillChoicesQuery(q))
  const found = data?.choices ?? []
  if (q === '' && chosen === undefined && found.length === 0) return null
  const missingChoice =
    chosen === undefined || found.some(({ id }) => id === chosen.id) ? [] : [chosen]
  return (
    <Select
      aria-label="Writing guide"
      placeholder="Follow a writing guide (optional)"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No writing guide' }}
      maxDropdownHeight={240}
      nothingFoundMessage="No writing guide found"
      comboboxProps={{ transitionProps: { duration: 80 } }}
      // The platform does the search, because it knows more skills than the loaded ones.
      filter={({ options }) => options}
      data={[...missingChoice, ...found].map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(_, option) =>
        onChoose(option === null ? undefined : { id: option.value, name: option.label })
      }
      onKeyDown={(event) => {
        const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
        if (event.key === 'Escape' && isOpen) event.stopPropagation()
      }}
      {...keepsDialog}
    />
  )
}
