import { listSkills, type Skill } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'

const writers: ReadonlySet<Skill['kind']> = new Set(['writing', 'persona', 'instructions'])

/**
 * Lists text skills with `q` in their name, or the newest skills if `q` is empty. `total` counts
 * all matching skills.
 */
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
