import { Suspense } from 'react'
import { late } from '../platform/load-page.ts'
import type { Conflict } from './use-draft-form.ts'

const ConflictDialog = late(async () => (await import('../ui/conflict-dialog.tsx')).ConflictDialog)

interface Form<D> {
  readonly conflict: Conflict<D> | undefined
  readonly resolve: (theirs: ReadonlySet<string>) => void
  readonly leave: () => void
}

/** The parts of a draft that another window has changed as well, while there are any. */
export function DraftConflict<D extends object>({
  form: { conflict, resolve, leave },
  heading,
  labels,
  textOf,
}: {
  form: Form<D>
  heading: string
  /** The names of the parts in words. */
  labels: Readonly<Record<string, string>>
  /** A part of a draft in words. */
  textOf: (part: string, draft: D) => string
}) {
  if (conflict === undefined) return null
  return (
    <Suspense>
      <ConflictDialog
        heading={heading}
        clashes={conflict.clashes.map((part) => ({
          field: part,
          label: labels[part] ?? part,
          note: 'saved elsewhere meanwhile',
          mine: textOf(part, conflict.mine),
          theirs: textOf(part, conflict.theirs),
          theirName: 'Saved elsewhere',
        }))}
        onResolve={resolve}
        onLeave={leave}
      />
    </Suspense>
  )
}
