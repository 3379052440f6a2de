import { readdirSync } from 'node:fs'
import { nodePhrases } from '@atrium/workflow-rules'
import { expect, it } from 'vitest'
import { allNodes } from './index.ts'

const folder = new URL('.', import.meta.url)

it('lists every node file of the folder in the palette', async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  )
  const listed = new Set<unknown>(allNodes)
  for (const file of files) {
    const exported = Object.values(
      (await import(new URL(file, folder).href)) as Record<string, unknown>,
    )
    for (const value of exported) {
      if (typeof value !== 'object' || value === null || !('execute' in value)) continue
      expect(listed.has(value), `${file} in nodes/index.ts`).toBe(true)
    }
  }
})

it("has a phrase for every node in a workflow's sentence", () => {
  const missing = allNodes.map(({ type }) => type).filter((type) => !(type in nodePhrases))
  expect(missing, 'in packages/workflow-rules/src/node-phrases.ts').toEqual([])
})
