import type { CardStatus } from '@atrium/contracts'
import type { Draft } from '../draft/draft.ts'
import { isByHand, type Target } from '../draft/targets.ts'

export function sendLabel(
  { moment, sent }: Pick<Draft, 'moment' | 'sent'>,
  targets: readonly Target[],
  status: CardStatus | undefined,
): string {
  const done = targets.filter(({ id }) => sent[id]?.done === true).length
  const open = targets.length - done
  if (done > 0 && open > 0)
    return open === 1 ? 'Try the other one again' : `Try the other ${open} again`
  const count = open > 1 ? ` ${open} posts` : ''
  const byHand = targets.length > 0 && targets.every(isByHand)
  if (moment === 'draft') {
    if (status === 'reviewed') return 'Take back to draft'
    return open > 1 ? `Save ${open} drafts` : 'Save the draft'
  }
  if (byHand) return `Save${count} to post yourself`
  if (moment === 'now') return `Publish${count} now`
  return status === 'reviewed' ? 'Save' : `Schedule${count}`
}
