import { AtriumError } from '@atrium/sdk'
import { detailOf } from '../ui/problem.tsx'

/** A refusal in words, with each rule that it names. */
export function reasonOf(error: unknown): string {
  const errors = error instanceof AtriumError ? error.errors : []
  return errors.length === 0 ? detailOf(error) : errors.map(({ message }) => message).join('. ')
}
