import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const allowed = [
  /^\.\/[\w-]+\.ts$/,
  /^@atrium\/contracts$/,
  /^@atrium\/config$/,
  /^@atrium\/workflow-rules$/,
  /^zod$/,
  /^re2js$/,
  /^croner$/,
]
const folder = new URL('.', import.meta.url)

it('imports nothing that could reach a database, the bus, the clock or the network', () => {
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(10)
  for (const name of files) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    for (const [, statement, dynamic] of text.matchAll(
      /^(?:import|export|\})[^\n']*\bfrom '([^']+)'|\bimport\('([^']+)'/gm,
    )) {
      expect(
        allowed.some((pattern) => pattern.test(statement ?? dynamic ?? '')),
        `${name} imports ${statement ?? dynamic}`,
      ).toBe(true)
    }
    expect(text, name).not.toMatch(
      /\bDate\.now\(|\bfetch\(|\bsetTimeout\(|\bprocess\.|\beval\(|new Function/,
    )
  }
})
