import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const allowed = [
  /^\.{1,2}\/(?:filters\/)?[\w-]+\.ts$/,
  /^@atrium\/contracts$/,
  /^zod$/,
  /^croner$/,
  /^big\.js$/,
]
const folder = new URL('.', import.meta.url)

it('imports nothing that a browser lacks', () => {
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(10)
  for (const name of files) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    for (const [, statement] of text.matchAll(/^(?:import|export|\})[^\n']*\bfrom '([^']+)'/gm)) {
      expect(
        allowed.some((pattern) => pattern.test(statement ?? '')),
        `${name} imports ${statement}`,
      ).toBe(true)
    }
    expect(text, name).not.toMatch(
      /\bDate\.now\(|\bfetch\(|\bsetTimeout\(|\bprocess\.|\bBuffer\b|\beval\(|new Function|import\(/,
    )
  }
})
