import { toDetail } from './problem.tsx'
import { toast } from './toast.ts'

/** Reports the refusal of a step in the corner, after words of the step where it has some: "Not saved: …". */
export const toastRefusal =
  (what?: string) =>
  (error: unknown): void =>
    toast(what === undefined ? toDetail(error) : `${what}: ${toDetail(error)}`, { tone: 'bad' })
