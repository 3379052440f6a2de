import { expect, test } from 'vitest'
import { emptyDraft, type Sent } from '../draft/draft.ts'
import { manualTarget, type Target } from '../draft/targets.ts'
import { sendLabel } from './send-label.ts'

const channel = (id: string): Target => ({ id, platform: 'pagenet', channelId: id, name: id })
const one = [channel('a')]
const two = [channel('a'), channel('b')]
const done: Sent = { key: 'k', request: '{}', id: 'task_1', done: true }

test.each([
  ['Publish now', { moment: 'now' }, one, undefined],
  ['Publish 2 posts now', { moment: 'now' }, two, undefined],
  ['Schedule', { moment: 'at' }, one, 'draft'],
  ['Save', { moment: 'at' }, one, 'reviewed'],
  ['Save 2 drafts', { moment: 'draft' }, two, undefined],
  ['Take back to draft', { moment: 'draft' }, one, 'reviewed'],
  ['Try the other one again', { moment: 'now', sent: { a: done } }, two, undefined],
  ['Save to post yourself', { moment: 'at' }, [manualTarget('photonet')], undefined],
] as const)('labels the send button "%s"', (label, changed, targets, status) => {
  expect(sendLabel({ ...emptyDraft, ...changed }, targets, status)).toBe(label)
})
