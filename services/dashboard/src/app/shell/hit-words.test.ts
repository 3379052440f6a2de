import { expect, test } from 'vitest'
import { hitWords } from './hit-words.ts'

test.each([
  ['card', 'task, todo', 'Card · Task · To do'],
  ['card', 'quote, archived', 'Card · Quote request · Archived'],
  ['post', 'shortpost, reviewed', 'Post · X · Scheduled'],
  ['post', 'post, draft', 'Post · Draft'],
  ['workflow', 'active', 'Workflow · active'],
  ['customer', '', 'Customer'],
] as const)('describes a %s with subtitle %j as %s', (type, subtitle, words) => {
  expect(hitWords({ type, subtitle })).toBe(words)
})

test('shows a kind and a state as they are if only a newer platform knows them', () => {
  expect(hitWords({ type: 'card', subtitle: 'voyage, constructor' })).toBe(
    'Card · voyage · constructor',
  )
})
