import { expect, test } from 'vitest'
import { createUndoStack } from './undo-stack.ts'

test('everything is stopped once, last first, and a failure does not keep the rest running', async () => {
  const done: string[] = []
  const said: string[] = []
  const undo = createUndoStack((line) => said.push(line))
  undo.add('server', async () => void done.push('server'))
  undo.add('broken', async () => {
    throw new Error('stuck')
  })
  undo.add('service', async () => void done.push('service'))
  await Promise.all([undo.unwind(), undo.unwind()])
  expect(done).toEqual(['service', 'server'])
  expect(said).toEqual(['stopping broken failed: Error: stuck'])
})

test('what is added while unwinding is stopped too', async () => {
  const done: string[] = []
  const undo = createUndoStack(() => {})
  undo.add('slow', async () => {
    undo.add('late', async () => void done.push('late'))
    done.push('slow')
  })
  await undo.unwind()
  expect(done).toEqual(['slow', 'late'])
})
