import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findPrograms } from './find-programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test("finds the workflow engine's chaos test but not its helpers", () => {
  const found = findPrograms(root)
  expect(found).toContain('services/workflow-runner/chaos/workflow.chaos.ts')
  expect(found.every((path) => path.endsWith('.chaos.ts'))).toBe(true)
})
