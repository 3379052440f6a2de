import { expect, test } from 'vitest'
import { hitWords } from './hit-words.ts'

test.each([
  ['card', 'task, todo', 'Card · Task · To do'],
  ['card', 'quote, archived', 'Card · Quote request · Archived'],
  ['post', 'shortpost, reviewed', 'Post · X · Scheduled'],
  ['post', 'post, draft', 'Post · Draft'],
  ['workflow', 'active', 'Workflow · active'],
  ['customer', '', 'Customer'],
] as const)('a %s with %j is described as %s', (type, subtitle, words) => {
  expect(hitWords({ type, subtitle })).toBe(words)
})

test('a sort or a state that a newer platform names is shown as it is', () => {
  expect(hitWords({ type: 'card', subtitle: 'voyage, constructor' })).toBe(
    'Card · voyage · constructor',
  )
})
