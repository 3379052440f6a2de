import type { ZenPrompt } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isPassing } from '../../platform/connection/connection.ts'
import { toDetail } from '../feedback/problem.tsx'
import { connectModel, type Outcome, toOutcome } from './to-outcome.ts'
import { type Asked, answerQuery, questionMutation, stopQuestion } from './writing-queries.ts'

const slowMs = 15_000

interface OpenQuestion {
  readonly outcome: Outcome | undefined
  readonly isSlow: boolean
  readonly ask: (question: ZenPrompt) => void
  /** Stops the question and ignores its response. */
  readonly stop: () => void
}

const failed = (error: unknown): Outcome => ({
  kind: 'failed',
  message: toDetail(error),
  cost: null,
  fix: error instanceof AtriumError && error.code === 'not_configured' ? connectModel : null,
})

/**
 * Asks a model and follows the response. If the component is unmounted before the response, the
 * question is stopped.
 */
export function useQuestion(): OpenQuestion {
  const queryClient = useQueryClient()
  const {
    data: asked,
    error: refusal,
    isPending,
    mutateAsync,
    reset,
  } = useMutation(questionMutation)
  const { data, error } = useQuery({
    ...answerQuery(asked?.id ?? ''),
    enabled: asked !== undefined,
  })
  const underWay = useRef<Promise<Asked> | undefined>(undefined)
  // If the response was lost, a retry uses the same idempotency key, because the question must be
  // charged once.
  const attempt = useRef<{ body: string; key: string } | undefined>(undefined)

  const stopUnderWay = useRef(() => {})
  useEffect(() => {
    stopUnderWay.current = () => {
      const question = underWay.current
      underWay.current = undefined
      const stop = (taken: Asked) => {
        const read = queryClient.getQueryData(answerQuery(taken.id).queryKey)
        if (read === undefined || toOutcome(read).kind === 'waiting') void stopQuestion(taken)
      }
      question?.then(stop, () => undefined)
    }
  }, [queryClient])
  useEffect(() => () => stopUnderWay.current(), [])

  const outcomeNow = (): Outcome | undefined => {
    if (refusal !== null) return failed(refusal)
    if (!isPending && asked === undefined) return undefined
    if (!isPending && data !== undefined) return toOutcome(data)
    return !isPending && error !== null && !isPassing(error) ? failed(error) : { kind: 'waiting' }
  }
  const outcome = outcomeNow()
  const isWaiting = outcome?.kind === 'waiting'
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])

  return {
    outcome,
    isSlow,
    ask: (question) => {
      stopUnderWay.current()
      const body = JSON.stringify(question)
      if (attempt.current?.body !== body) attempt.current = { body, key: crypto.randomUUID() }
      const taken = mutateAsync({ ...question, key: attempt.current.key })
      underWay.current = taken
      taken.then(
        () => {
          attempt.current = undefined
        },
        () => undefined,
      )
    },
    stop: () => {
      stopUnderWay.current()
      // If the user asks the same question later, it is a new one.
      attempt.current = undefined
      reset()
    },
  }
}
