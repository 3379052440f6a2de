import { AtriumError } from '@atrium/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Attempt, createRequestKeys } from '../platform/request-keys.ts'
import { useDraft } from '../platform/use-draft.ts'
import { type FieldProblems, problemsOfError } from './field-problems.ts'
import { isSameDraft, type Parts, threeWay, withParts } from './three-way.ts'

/** A draft and the version of the record that it shows; undefined for a new record, and for one without versions. */
export interface DraftVersion<D> {
  readonly draft: D
  readonly etag: string | null | undefined
}

/** What is typed, the version on which it was begun, and the creation whose outcome is not known. */
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

/** What a request carries: the key of a creation, the version that a change is meant for. */
export interface Guard {
  readonly key: string
  readonly etag: string | null | undefined
}

const merges = 3
const changedSince = 412

/**
 * A form that writes one record. What is typed survives the page until it is saved. Another try after an unknown outcome
 * has the same key. A change that meets one of another window is merged part by part; where both changed the same
 * part, `conflict` asks.
 */
export function useDraftForm<D extends object, R>({
  name,
  creates,
  shown,
  parts,
  problemsOf,
  send,
  versionOf,
  reread,
}: {
  /** The name of the kept draft. */
  name: string
  /** Whether a save makes a new record: nothing is typed while it is on the way, since there is no record to keep it for. */
  creates: boolean
  /** The draft of the record as it is now. One with a version is followed while nothing is typed. */
  shown: DraftVersion<D>
  parts: Parts<D>
  problemsOf: (draft: D) => FieldProblems
  send: (draft: D, guard: Guard) => Promise<R>
  /** The draft that shows a stored record, and its version. */
  versionOf: (record: R) => DraftVersion<D>
  /** The record as it is now, after a change of another window. */
  reread?: () => Promise<R>
}) {
  const [left, keep] = useDraft<Edit<D>>(name)
  const [edit, setEdit] = useState(left)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [conflict, setConflict] = useState<Conflict<D> & { now: DraftVersion<D>; done: (saved: R) => void }>()
  const [first] = useState(shown)
  const [stored, setStored] = useState<{ since: string | null | undefined; version: DraftVersion<D> }>()
  const latest = useRef(edit)
  const base =
    // The record that a save has answered stands until the page has it, too.
    stored !== undefined && stored.since === shown.etag
      ? stored.version
      : shown.etag === undefined
        ? first
        : shown
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
    if (creates && save.isPending) return
    const old = latest.current ?? { draft: base.draft, base }
    hold({ ...old, draft: { ...old.draft, ...(typeof part === 'function' ? part(old.draft) : part) } })
    setProblems(solved ?? {})
  }
  const keyed = createRequestKeys(
    () => latest.current?.attempt,
    (attempt) => hold({ ...(latest.current ?? { draft: base.draft, base }), attempt }),
  )

  const store = async (done: (saved: R) => void, count = 0): Promise<R | undefined> => {
    const sent = latest.current ?? { draft: base.draft, base }
    const { etag } = sent.base
    try {
      const saved = await (etag === undefined
        ? keyed(sent.draft, (key) => send(sent.draft, { key, etag }))
        : send(sent.draft, { key: '', etag }))
      const version = versionOf(saved)
      setStored({ since: shown.etag, version })
      const typed = latest.current?.draft
      // What was typed meanwhile stays.
      hold(
        creates || typed === undefined || typed === sent.draft ? undefined : { draft: typed, base: version },
      )
      return saved
    } catch (error) {
      const isOld = error instanceof AtriumError && error.status === changedSince
      if (!isOld || reread === undefined || count === merges) throw error
      const now = versionOf(await reread())
      const mine = latest.current?.draft ?? sent.draft
      const { merged, clashes } = threeWay(parts, sent.base.draft, mine, now.draft)
      if (clashes.length === 0) {
        hold({ draft: merged, base: now })
        return store(done, count + 1)
      }
      // The version of the other window becomes the base with the choice alone: a save after leaving asks again.
      setConflict({ mine: merged, theirs: now.draft, clashes, now, done })
      return undefined
    }
  }
  const save = useMutation({ mutationFn: (done: (saved: R) => void) => store(done) })
  const run = (done: (saved: R) => void) =>
    save.mutate(done, {
      onError: (error) => setProblems(problemsOfError(error)),
      onSuccess: (saved) => saved !== undefined && done(saved),
    })
  return {
    draft,
    problems,
    change,
    isChanged: !isSameDraft(parts, draft, base.draft),
    isPending: save.isPending,
    /** The refusal of the request as a whole; that of a field stands at the field. */
    error: Object.keys(problems).length > 0 ? null : save.error,
    /** Shows the problem of one field, or takes it away. */
    setProblems,
    /** Saves the draft unless a field has a problem; `done` is called while the form is open. */
    submit: (done: (saved: R) => void) => {
      const found = problemsOf(draft)
      setProblems(found)
      if (Object.keys(found).length === 0) run(done)
    },
    conflict,
    /** Ends a conflict with the named parts of the other window, and saves. */
    resolve: (theirs: ReadonlySet<string>) => {
      if (conflict === undefined) return
      hold({ draft: withParts(parts, conflict.mine, conflict.theirs, theirs), base: conflict.now })
      setProblems({})
      setConflict(undefined)
      run(conflict.done)
    },
    leave: () => setConflict(undefined),
  }
}
