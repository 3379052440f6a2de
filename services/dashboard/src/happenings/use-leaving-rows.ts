import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { later } from '../money/later.ts'

interface Row {
  readonly id: string
}

/** Rows that leave a list at once, and the platform when the time for an undo is over. */
export function useLeavingRows() {
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  return {
    /** Whether a row is still shown. */
    stays: ({ id }: Row): boolean => !leaving.has(id),
    leaveLater: (id: string, step: Omit<Parameters<typeof later>[0], 'settled'>): void => {
      setLeaving((old) => new Set([...old, id]))
      later({
        ...step,
        settled: () =>
          void queryClient
            .invalidateQueries({ queryKey: ['happenings'] })
            .then(() => setLeaving((old) => new Set([...old].filter((one) => one !== id)))),
      })
    },
  }
}
