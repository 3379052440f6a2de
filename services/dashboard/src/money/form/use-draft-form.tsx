import { AtriumError } from '@atrium/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Attempt, createRequestKeys } from '../../platform/connection/request-keys.ts'
import { useDraft } from '../../platform/drafts/use-draft.ts'
import { type Tagged, type TaggedQuery, tagged } from '../../platform/records/versions.ts'
import { ConflictDialog } from '../../ui/dialogs/conflict-dialog.tsx'
import { type FieldProblems, problemsOfError } from './field-problems.ts'
import { isSameDraft, type Parts, threeWay, withParts } from './three-way.ts'

/** A part of a draft. If two windows changed it, the user keeps one version as a whole. */
export interface DraftPart<D> {
  readonly label: string
  readonly fields: readonly [keyof D, ...(keyof D)[]]
  /** Describes the part. Without it, the text of the first field is shown. */
  readonly textOf?: (draft: D) => string
}

export interface RecordForm<D, R extends object> {
  readonly query: TaggedQuery<R>
  readonly toDraft: (record: R) => D
  readonly problemsOf: (draft: D) => FieldProblems
  readonly parts: Readonly<Record<string, DraftPart<D>>>
  /** Creates a record. A repeated idempotency key creates no second one. */
  readonly create: (draft: D, options: { idempotencyKey: string }) => Promise<R>
  /** Updates a record if its version is still the one read. */
  readonly update: (id: string, draft: D, options: { ifMatch?: string }) => Promise<R>
  /** The first key of each query for this record kind. */
  readonly shownIn: readonly string[]
}

/** A draft and its record's version. The version is undefined for a new record. */
interface DraftVersion<D> {
  readonly draft: D
  readonly etag: string | null | undefined
}

/**
 * The typed fields, the version at the start of the edit, and the creation if its outcome is
 * unknown.
 */
interface Edit<D> {
  readonly draft: D
  readonly base: DraftVersion<D>
  readonly attempt?: Attempt | undefined
}

/** Changes from two windows, if they cannot be merged. */
export interface Conflict<D> {
  readonly mine: D
  readonly theirs: D
  /** The names of the parts that both windows changed. */
  readonly clashes: readonly string[]
}

const merges = 3
const changedSince = 412

/**
 * Handles a form for one record. Typed text survives the page until it is saved. While a new record
 * is being created, the form is locked, because there is no record yet to keep text for. If the
 * outcome of a creation is unknown, a retry uses the same idempotency key. If another window
 * changed the record, both changes are merged part by part. If both windows changed the same part,
 * `conflict` asks the user.
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
  name: string
  /**
   * The current record. The form follows it while the user has typed nothing. Undefined for a new
   * record.
   */
  record: Tagged<R> | undefined
  /** The draft to start with if the record is new. */
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
  // Use the record from the save's response until the page has loaded it.
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
      // Keep text typed during the save.
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
      // The other window's version becomes the base only after the user has chosen. If the user
      // leaves now, the next save asks again.
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
    /** The error of the request as a whole. A field's problem is shown at the field. */
    error: Object.keys(problems).length > 0 ? null : save.error,
    /** Shows or clears the problem of one field. */
    setProblems,
    /** Saves the draft unless a field has a problem. Calls `done` only while the form is open. */
    submit: (done: (saved: Tagged<R>) => void) => {
      const found = problemsOf(draft)
      setProblems(found)
      if (Object.keys(found).length === 0) run(done)
    },
    parts,
    conflict,
    /** Resolves a conflict with the named parts from the other window, and saves. */
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

const formatPart = <D,>({ fields: [field], textOf: wordsOf }: DraftPart<D>, draft: D): string =>
  (wordsOf?.(draft) ?? String(draft[field])) || 'Nothing'

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
  )
}
