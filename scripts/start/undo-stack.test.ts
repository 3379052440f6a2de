import { expect, test } from 'vitest'
import { createUndoStack } from './undo-stack.ts'

test('stops everything once, last first, even if a step fails', async () => {
  const done: string[] = []
  const reports: string[] = []
  const undo = createUndoStack((line) => reports.push(line))
  undo.add('server', async () => void done.push('server'))
  undo.add('broken', async () => {
    throw new Error('stuck')
  })
  undo.add('service', async () => void done.push('service'))
  await Promise.all([undo.unwind(), undo.unwind()])
  expect(done).toEqual(['service', 'server'])
  expect(reports).toEqual(['stopping broken failed: Error: stuck'])
})

test('stops a step as well if it is added while unwinding', async () => {
  const done: string[] = []
  const undo = createUndoStack(() => {})
  undo.add('slow', async () => {
    undo.add('late', async () => void done.push('late'))
    done.push('slow')
  })
  await undo.unwind()
  expect(done).toEqual(['slow', 'late'])
})
