import { AtriumError } from '@atrium/sdk'
import { detailOf } from '../ui/problem.tsx'
import { toast } from '../ui/toast.ts'

/** A refusal in words, with each rule that it names. */
export function reasonOf(error: unknown): string {
  const errors = error instanceof AtriumError ? error.errors : []
  return errors.length === 0 ? detailOf(error) : errors.map(({ message }) => message).join('. ')
}

export const toastReason = (error: unknown): void => toast(reasonOf(error), { tone: 'bad' })
