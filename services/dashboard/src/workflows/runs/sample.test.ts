import { expect, test } from 'vitest'
import { sampleColumns, touchedCards, touchedWords } from './sample.ts'

const items = [
  { json: { title: 'A', taskId: 'task_1' } },
  { json: { taskId: 'task_1', tags: [] } },
  { json: {} },
]

test('uses the fields of all items as columns', () => {
  expect(sampleColumns(items)).toEqual(['title', 'taskId', 'tags'])
})

test('links to the cards that a sample names', () => {
  expect(touchedCards('create_card', items)).toEqual([{ id: 'task_1', isPost: false }])
  expect(touchedCards('create_card', [{ json: { taskId: 7 } }])).toEqual([])
})

test('treats a card as a post by its kind, or by the node that created it', () => {
  const made = [{ json: { taskId: 'task_1', status: 'draft' } }]
  expect(touchedCards('create_post', made)).toEqual([{ id: 'task_1', isPost: true }])
  const read = [
    { json: { taskId: 'task_1', kind: 'post' } },
    { json: { taskId: 'task_2', kind: 'link' } },
  ]
  expect(touchedCards('read_tasks', read).map(({ isPost }) => isPost)).toEqual([true, false])
})

test('numbers the links if there are several cards of a kind', () => {
  const cards = [true, false, true].map((isPost, at) => ({ id: `task_${at}`, isPost }))
  expect(touchedWords(cards)).toEqual(['Open post 1', 'Open the card', 'Open post 2'])
})
