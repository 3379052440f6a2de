import { detailOf } from './problem.tsx'
import { toast } from './toast.ts'

/** Shows the reason of a failed change. */
export const toastError = (error: unknown): void => toast(detailOf(error), { tone: 'bad' })
