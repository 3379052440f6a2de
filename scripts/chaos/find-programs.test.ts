import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findPrograms } from './find-programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the chaos test of the workflow engine is found; what only serves it is none', () => {
  const found = findPrograms(root)
  expect(found).toContain('services/workflow-runner/chaos/workflow.chaos.ts')
  expect(found.every((path) => path.endsWith('.chaos.ts'))).toBe(true)
})
