import { expect, test } from 'vitest'
import { sampleColumns } from './sample-columns.ts'
import { touchedCards } from './touched-cards.ts'

const items = [
  { json: { title: 'A', taskId: 'task_1' } },
  { json: { taskId: 'task_1', tags: [] } },
  { json: {} },
]

test('a sample has the fields of all its items as columns', () => {
  expect(sampleColumns(items)).toEqual(['title', 'taskId', 'tags'])
})

test('a sample leads to the cards that it names', () => {
  expect(touchedCards(items)).toEqual(['task_1'])
  expect(touchedCards([{ json: { taskId: 7 } }])).toEqual([])
})
