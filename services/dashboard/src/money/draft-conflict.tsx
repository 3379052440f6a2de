import { Suspense } from 'react'
import { late } from '../platform/load-page.ts'
import type { Conflict, DraftPart } from './use-draft-form.ts'

const ConflictDialog = late(async () => (await import('../ui/conflict-dialog.tsx')).ConflictDialog)

const textOf = <D,>({ fields: [field], textOf: wordsOf }: DraftPart<D>, draft: D): string =>
  (wordsOf?.(draft) ?? String(draft[field])) || 'Nothing'

/** The parts of a draft that another window has changed as well, while there are any. */
export function DraftConflict<D extends object>({
  form: { parts, conflict, resolve, leave },
  heading,
}: {
  form: {
    readonly parts: Readonly<Record<string, DraftPart<D>>>
    readonly conflict: Conflict<D> | undefined
    readonly resolve: (theirs: ReadonlySet<string>) => void
    readonly leave: () => void
  }
  heading: string
}) {
  if (conflict === undefined) return null
  const { mine, theirs, clashes } = conflict
  return (
    <Suspense>
      <ConflictDialog
        heading={heading}
        clashes={Object.entries(parts)
          .filter(([name]) => clashes.includes(name))
          .map(([name, part]) => ({
            field: name,
            label: part.label,
            note: 'saved elsewhere meanwhile',
            mine: textOf(part, mine),
            theirs: textOf(part, theirs),
            theirName: 'Saved elsewhere',
          }))}
        onResolve={resolve}
        onLeave={leave}
      />
    </Suspense>
  )
}
