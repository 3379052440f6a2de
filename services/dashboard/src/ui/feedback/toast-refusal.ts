import { toDetail } from './problem.tsx'
import { toast } from './toast.tsx'

/**
 * Returns a function that shows a refusal in the corner, after a prefix if there is one: "Not
 * saved: …".
 */
export const toastRefusal =
  (what?: string) =>
  (error: unknown): void =>
    toast(what === undefined ? toDetail(error) : `${what}: ${toDetail(error)}`, { tone: 'bad' })
