import { AtriumError } from '@atrium/sdk'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { untilDescribed } from '../../../platform/files/assets.ts'
import { patchCard, type ReadCard } from '../../../platform/records/shared-queries.ts'
import { toDetail } from '../../../ui/feedback/problem.tsx'
import { composedPostQuery, sendCalls } from '../composer-queries.ts'
import { type FieldProblem, problemsAt, toNewCard } from '../draft/content.ts'
import type { Draft } from '../draft/draft.ts'
import { isByHand, type Target } from '../draft/targets.ts'
import type { OpenDraft } from '../draft/use-draft.ts'
import { type SentPost, sendTo } from './send.ts'

export interface Failure {
  readonly target: Target
  readonly error: unknown
}

interface Sending {
  readonly sent: readonly SentPost[]
  readonly failures: readonly Failure[]
}

/**
 * Returns the field errors of failed posts. A failure without field errors is shown at its target.
 */
export const problemsOfFailures = (failures: readonly Failure[]): FieldProblem[] =>
  failures.flatMap(({ target, error }) =>
    error instanceof AtriumError && error.errors.length > 0
      ? problemsAt(error.errors, target)
      : [{ field: 'target' as const, target, message: toDetail(error) }],
  )

async function sendNew(
  { latest, change }: OpenDraft,
  draft: Draft,
  targets: readonly Target[],
): Promise<Sending> {
  const open = targets.filter(({ id }) => latest().sent[id]?.done !== true)
  const results = await Promise.allSettled(
    open.map((target) =>
      sendTo(sendCalls, { ...draft, sent: latest().sent }, target, (sent) =>
        change(({ sent: known }) => {
          const { [target.id]: _, ...others } = known
          return { sent: sent === undefined ? others : { ...others, [target.id]: sent } }
        }),
      ),
    ),
  )
  return {
    sent: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    failures: results.flatMap((result, index) => {
      const target = open[index]
      return result.status === 'rejected' && target !== undefined
        ? [{ target, error: result.reason }]
        : []
    }),
  }
}

/**
 * Saves an edited post, then schedules or publishes it as the draft asks. Throws what `patchCard`
 * and the send calls throw.
 */
async function saveEdited(
  queryClient: QueryClient,
  { change }: OpenDraft,
  { card }: ReadCard,
  { draft, target }: { draft: Draft; target: Target },
): Promise<SentPost> {
  const { dueDate, ...rest } = toNewCard(draft, target)
  const isBack =
    draft.moment === 'draft' && (card.status === 'reviewed' || card.status === 'failed')
  const patch = {
    ...rest,
    ...(draft.moment === 'now' ? {} : { dueDate }),
    ...(isBack ? { status: 'draft' as const } : {}),
  }
  const read = await patchCard(card.id, patch, draft.etag)
  change({ etag: read.etag })
  queryClient.setQueryData(composedPostQuery(card.id).queryKey, read)
  const done = { target, id: card.id, warnings: [] }
  if (isByHand(target) || draft.moment === 'draft') return done
  if (draft.moment === 'now') await sendCalls.publishNow(card.id, crypto.randomUUID())
  else if (read.card.status !== 'reviewed') {
    return { ...done, ...(await sendCalls.approve(card.id, draft.at)) }
  }
  return done
}

/** Sends the draft: creates one post per target, or updates the edited post. */
export function useSend(open: OpenDraft, targets: readonly Target[], read: ReadCard | undefined) {
  const queryClient = useQueryClient()
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const mutation = useMutation({
    mutationFn: async (): Promise<Sending> => {
      await untilDescribed(queryClient)
      const draft = open.latest()
      if (read === undefined) return sendNew(open, draft, targets)
      const [target] = targets
      if (target === undefined) return { sent: [], failures: [] }
      try {
        return {
          sent: [await saveEdited(queryClient, open, read, { draft, target })],
          failures: [],
        }
      } catch (error) {
        if (error instanceof AtriumError && error.status === 412) {
          await queryClient.invalidateQueries(composedPostQuery(read.card.id))
          return { sent: [], failures: [] }
        }
        return { sent: [], failures: [{ target, error }] }
      }
    },
    onMutate: () => setFailures([]),
    onSuccess: (result) => setFailures(result.failures),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['cards'] }),
  })
  return {
    failures,
    forgetFailures: () => setFailures([]),
    send: mutation.mutateAsync,
    isSending: mutation.isPending,
  }
}
