import { type CardPatch, cardTitle, listTimeline } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import { useDraft } from '../../platform/drafts/use-draft.ts'
import { patchCard, type ReadCard } from '../../platform/records/shared-queries.ts'
import { toDetail } from '../../ui/feedback/problem.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { type CardChange, changeCardMutation } from '../board-queries.ts'
import { cardQuery } from '../shown-cards.ts'
import { type Clash, findClashes } from './card-merge.ts'
import { type TypedText, toPatch } from './typed-text.ts'

interface Kept {
  readonly base: ReadCard
  readonly text: TypedText
}

export interface Conflict {
  readonly patch: CardPatch
  readonly clashes: readonly Clash[]
  /** The card with the other user's change. */
  readonly now: ReadCard
}

const merges = 3

/** Both the user and somebody else changed a field of the card. */
class CardConflictError extends Error {
  readonly conflict: Conflict

  constructor(conflict: Conflict) {
    super('Somebody else has changed the card')
    this.conflict = conflict
  }
}

/** Versions written by this page, by the ETag of the previous version. */
type Successors = Map<string | null, ReadCard>

/**
 * Saves a change. If somebody else has changed the card since `base`, both changes are merged by
 * field. Throws `CardConflictError` if both changed the same field.
 */
async function saveMerged(
  queryClient: QueryClient,
  patch: CardPatch,
  { base, successors }: { readonly base: ReadCard; readonly successors: Successors },
): Promise<ReadCard> {
  const { id } = base.card
  let read = base
  // Skips this page's own versions, because the user's earlier change must not conflict with this
  // one.
  for (let next = successors.get(read.etag); next !== undefined; next = successors.get(read.etag))
    read = next
  for (let count = 0; ; count += 1) {
    try {
      const saved = await patchCard(id, patch, read.etag)
      successors.set(read.etag, saved)
      // If an ETag comes back, its version is the newest again.
      successors.delete(saved.etag)
      return saved
    } catch (error) {
      if (!(error instanceof AtriumError) || error.status !== 412 || count === merges) throw error
      const now = await queryClient.fetchQuery({ ...cardQuery(id), staleTime: 0 })
      const query = { kind: 'history', limit: 50 } as const
      const history = await atrium
        .call(listTimeline, { params: { id }, query })
        .catch(() => ({ items: [] }))
      const clashes = findClashes(read.card, now.card, patch, history.items)
      if (clashes.length > 0) throw new CardConflictError({ patch, clashes, now })
      read = now
    }
  }
}

/**
 * Edits a card. If a save meets another change, both are merged by field. If both changed the same
 * field, `conflict` asks the user.
 */
export function useCardEdit(read: ReadCard) {
  const queryClient = useQueryClient()
  const [left, keep] = useDraft<Kept>(`card.${read.card.id}`)
  const [kept, setKept] = useState(left)
  const [conflict, setConflict] = useState<Conflict>()
  // A queued save must not ask the same question again.
  const isAsked = useRef(false)
  const ask = (question: Conflict | undefined) => {
    isAsked.current = question !== undefined
    setConflict(question)
  }
  const latest = useRef(kept)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  // Changes of one card are shown at once, but sent one after the other.
  const successors = useRef<Successors>(new Map())
  const change = useMutation({
    ...changeCardMutation(queryClient),
    scope: { id: `card.${read.card.id}` },
    mutationFn: ({ base, patch }: CardChange & { readonly base: ReadCard }) =>
      saveMerged(queryClient, patch, { base, successors: successors.current }),
  })

  const hold = (now: Kept | undefined) => {
    latest.current = now
    setKept(now)
    keep(now)
  }
  const type = (text: TypedText) =>
    hold({ base: latest.current?.base ?? read, text: { ...latest.current?.text, ...text } })
  /** Forgets stored typed text. Text typed since then stays, based on the new version. */
  const settle = (saved: TypedText, base: ReadCard) => {
    const text = Object.fromEntries(
      Object.entries(latest.current?.text ?? {}).filter(
        ([field, value]) =>
          JSON.stringify(value) !== JSON.stringify(saved[field as keyof TypedText]),
      ),
    )
    hold(Object.keys(text).length === 0 ? undefined : { base, text })
  }

  const send = async (patch: CardPatch, base: ReadCard): Promise<ReadCard | undefined> => {
    try {
      return await change.mutateAsync({ card: read.card, patch, base })
    } catch (error) {
      if (error instanceof CardConflictError && isOpen.current) ask(error.conflict)
      else if (error instanceof CardConflictError)
        toast(
          `Somebody else has changed “${cardTitle(error.conflict.now.card)}”. Your text waits in the card.`,
          { tone: 'bad' },
        )
      else {
        const kind = isOpen.current ? '' : `“${cardTitle(read.card)}” is not saved: `
        toast(kind + toDetail(error), { tone: 'bad' })
      }
      return undefined
    }
  }

  const commitNow = async (): Promise<void> => {
    const now = latest.current
    if (now === undefined || isAsked.current) return
    const patch = toPatch(now.base.card, now.text)
    if (Object.keys(patch).length === 0) return hold(undefined)
    const saved = await send(patch, now.base)
    if (saved !== undefined) settle(now.text, saved)
  }
  // Text typed during a save must be based on that save's version. Otherwise it would clash with
  // the user's own change.
  const saving = useRef<Promise<void>>(undefined)
  const commit = (): Promise<void> => {
    const sent = saving.current === undefined ? commitNow() : saving.current.then(commitNow)
    saving.current = sent
    return sent.finally(() => {
      if (saving.current === sent) saving.current = undefined
    })
  }
  return {
    text: kept?.text ?? {},
    isSaving: change.isPending,
    isKept: kept !== undefined,
    conflict,
    type,
    commit,
    discard: () => hold(undefined),
    save: (patch: CardPatch) => void send(patch, read),
    /** Resolves a conflict. `patch` is the remaining part of the user's own change. */
    resolve: async (patch: CardPatch) => {
      if (conflict === undefined) return
      ask(undefined)
      const typed = Object.fromEntries(
        Object.entries(latest.current?.text ?? {}).filter(([field]) => field in conflict.patch),
      )
      if (Object.keys(patch).length === 0) return settle(typed, conflict.now)
      const saved = await send(patch, conflict.now)
      if (saved !== undefined) settle(typed, saved)
    },
    /** Closes a conflict without a choice. Typed text stays. */
    leave: () => ask(undefined),
  }
}
