import { listSkills, type Skill } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'

const writers: ReadonlySet<Skill['kind']> = new Set(['writing', 'persona', 'instructions'])

/** Skills for a text, whose name has `q`; the newest without one. `total` counts all skills that match. */
export const skillChoicesQuery = (q: string) =>
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
