import { AtriumError } from '@atrium/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { late } from '../platform/load-page.ts'
import { type Attempt, createRequestKeys } from '../platform/request-keys.ts'
import { type Tagged, type TaggedQuery, tagged } from '../platform/tagged.ts'
import { useDraft } from '../platform/use-draft.ts'
import { type FieldProblems, problemsOfError } from './field-problems.ts'
import { isSameDraft, type Parts, threeWay, withParts } from './three-way.ts'

/** A part of a draft that is kept or taken as a whole when two windows have changed it. */
export interface DraftPart<D> {
  readonly label: string
  readonly fields: readonly [keyof D, ...(keyof D)[]]
  /** The part in words; without it, the text of its first field. */
  readonly textOf?: (draft: D) => string
}

/** The writes of a form for records of a kind. */
export interface RecordForm<D, R extends object> {
  readonly query: TaggedQuery<R>
  /** The draft that shows a stored record. */
  readonly toDraft: (record: R) => D
  readonly problemsOf: (draft: D) => FieldProblems
  readonly parts: Readonly<Record<string, DraftPart<D>>>
  /** Makes a record; a repeated key makes one. */
  readonly create: (draft: D, options: { idempotencyKey: string }) => Promise<R>
  /** Changes a record as it was read. */
  readonly update: (id: string, draft: D, options: { ifMatch?: string }) => Promise<R>
  /** The first keys of the queries that show such a record. */
  readonly shownIn: readonly string[]
}

/** A draft and the version of the record that it shows; undefined for a new record. */
interface DraftVersion<D> {
  readonly draft: D
  readonly etag: string | null | undefined
}

/** The typed fields, the version on which they were begun, and the creation whose outcome is not known. */
interface Edit<D> {
  readonly draft: D
  readonly base: DraftVersion<D>
  readonly attempt?: Attempt | undefined
}

/** Changes of two windows that do not go together. */
export interface Conflict<D> {
  readonly mine: D
  readonly theirs: D
  /** The names of the parts that both have changed. */
  readonly clashes: readonly string[]
}

const merges = 3
const changedSince = 412

/**
 * A form that writes one record. What is typed survives the page until it is saved; nothing is typed while a new record is
 * on the way, since there is no record to keep it for. Another try after an unknown outcome has the same key. A change
 * that meets one of another window is merged part by part; where both changed the same part, `conflict` asks.
 */
export function useDraftForm<D extends object, R extends { readonly id: string }>({
  name,
  record,
  initial,
  query,
  toDraft,
  problemsOf,
  parts,
  create,
  update,
  shownIn,
}: RecordForm<D, R> & {
  /** The name of the kept draft. */
  name: string
  /** The record as it is now, followed while nothing is typed; undefined for a new one. */
  record: Tagged<R> | undefined
  /** The draft of a new record. */
  initial: D
}) {
  const queryClient = useQueryClient()
  const fields: Parts<D> = Object.fromEntries(
    Object.entries(parts).map(([part, { fields: names }]) => [part, names]),
  )
  const [left, keep] = useDraft<Edit<D>>(name)
  const [edit, setEdit] = useState(left)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [conflict, setConflict] = useState<
    Conflict<D> & { now: DraftVersion<D>; done: (saved: Tagged<R>) => void }
  >()
  const [first] = useState(initial)
  const [stored, setStored] = useState<{
    since: string | null | undefined
    version: DraftVersion<D>
  }>()
  const latest = useRef(edit)
  const toVersion = (saved: Tagged<R> | undefined): DraftVersion<D> => ({
    draft: saved === undefined ? first : toDraft(saved),
    etag: saved?.etag,
  })
  // The record that a save has answered stands until the page has it, too.
  const base =
    stored !== undefined && stored.since === record?.etag ? stored.version : toVersion(record)
  const draft = edit?.draft ?? base.draft
  const hold = (now: Edit<D> | undefined) => {
    latest.current = now
    setEdit(now)
    keep(now)
  }
  const change = (
    part: Partial<D> | ((old: D) => Partial<D>),
    solved?: (old: FieldProblems) => FieldProblems,
  ) => {
    if (record === undefined && save.isPending) return
    const old = latest.current ?? { draft: base.draft, base }
    hold({
      ...old,
      draft: { ...old.draft, ...(typeof part === 'function' ? part(old.draft) : part) },
    })
    setProblems(solved ?? {})
  }
  const keyed = createRequestKeys(
    () => latest.current?.attempt,
    (attempt) => hold({ ...(latest.current ?? { draft: base.draft, base }), attempt }),
  )

  const send = async ({ draft: sent, base: { etag } }: Edit<D>): Promise<Tagged<R>> => {
    const saved = await tagged(
      record === undefined
        ? keyed(sent, (idempotencyKey) => create(sent, { idempotencyKey }))
        : update(record.id, sent, { ...(etag && { ifMatch: etag }) }),
    )
    queryClient.setQueryData(query(saved.id).queryKey, saved)
    for (const kind of shownIn) void queryClient.invalidateQueries({ queryKey: [kind] })
    return saved
  }
  const store = async (
    done: (saved: Tagged<R>) => void,
    count = 0,
  ): Promise<Tagged<R> | undefined> => {
    const sent = latest.current ?? { draft: base.draft, base }
    try {
      const saved = await send(sent)
      const version = toVersion(saved)
      setStored({ since: record?.etag, version })
      const typed = latest.current?.draft
      const isWhole = record === undefined || typed === undefined || typed === sent.draft
      // Text typed meanwhile stays.
      hold(isWhole ? undefined : { draft: typed, base: version })
      return saved
    } catch (error) {
      const isOld = error instanceof AtriumError && error.status === changedSince
      if (!isOld || record === undefined || count === merges) throw error
      const now = toVersion(await queryClient.fetchQuery({ ...query(record.id), staleTime: 0 }))
      const mine = latest.current?.draft ?? sent.draft
      const { merged, clashes } = threeWay(fields, sent.base.draft, mine, now.draft)
      if (clashes.length === 0) {
        hold({ draft: merged, base: now })
        return store(done, count + 1)
      }
      // The version of the other window becomes the base with the choice alone: a save after leaving asks again.
      setConflict({ mine: merged, theirs: now.draft, clashes, now, done })
      return undefined
    }
  }
  const save = useMutation({ mutationFn: (done: (saved: Tagged<R>) => void) => store(done) })
  const run = (done: (saved: Tagged<R>) => void) =>
    save.mutate(done, {
      onError: (error) => setProblems(problemsOfError(error)),
      onSuccess: (saved) => saved !== undefined && done(saved),
    })
  return {
    draft,
    problems,
    change,
    isChanged: !isSameDraft(fields, draft, base.draft),
    isPending: save.isPending,
    /** The refusal of the request as a whole; that of a field stands at the field. */
    error: Object.keys(problems).length > 0 ? null : save.error,
    /** Shows the problem of one field, or takes it away. */
    setProblems,
    /** Saves the draft unless a field has a problem; `done` is called while the form is open. */
    submit: (done: (saved: Tagged<R>) => void) => {
      const found = problemsOf(draft)
      setProblems(found)
      if (Object.keys(found).length === 0) run(done)
    },
    parts,
    conflict,
    /** Ends a conflict with the named parts of the other window, and saves. */
    resolve: (theirs: ReadonlySet<string>) => {
      if (conflict === undefined) return
      hold({ draft: withParts(fields, conflict.mine, conflict.theirs, theirs), base: conflict.now })
      setProblems({})
      setConflict(undefined)
      run(conflict.done)
    },
    leave: () => setConflict(undefined),
  }
}

const ConflictDialog = late(async () => (await import('../ui/conflict-dialog.tsx')).ConflictDialog)

const formatPart = <D,>({ fields: [field], textOf: wordsOf }: DraftPart<D>, draft: D): string =>
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
            mine: formatPart(part, mine),
            theirs: formatPart(part, theirs),
            theirName: 'Saved elsewhere',
          }))}
        onResolve={resolve}
        onLeave={leave}
      />
    </Suspense>
  )
}
