import { AtriumError } from '@atrium/sdk'
import { toDetail } from '../ui/feedback/problem.tsx'
import { toast } from '../ui/feedback/toast.tsx'

/** Describes an error, with each validation rule that it names. */
export function toReason(error: unknown): string {
  const errors = error instanceof AtriumError ? error.errors : []
  return errors.length === 0 ? toDetail(error) : errors.map(({ message }) => message).join('. ')
}

export const toastReason = (error: unknown): void => toast(toReason(error), { tone: 'bad' })
