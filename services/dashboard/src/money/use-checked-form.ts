import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldProblems, problemsOfError } from './field-problems.ts'

/** A form that is checked before its request is sent. */
export function useCheckedForm<Answer, Body>(request: UseMutationResult<Answer, Error, Body>) {
  const [problems, setProblems] = useState<FieldProblems>({})
  return {
    problems,
    isPending: request.isPending,
    /** The refusal of the request as a whole; that of a field stands at the field. */
    error: Object.keys(problems).length > 0 ? null : request.error,
    /** Sends the body unless a field has a problem; `done` is called while the form is open. */
    submit: (found: FieldProblems, body: Body, done: (answer: Answer) => void) => {
      setProblems(found)
      if (Object.keys(found).length > 0) return
      request.mutate(body, { onError: (error) => setProblems(problemsOfError(error)), onSuccess: done })
    },
  }
}
