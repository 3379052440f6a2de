import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const allowed = [
  /^@atrium\/contracts$/,
  /^@atrium\/config$/,
  /^@atrium\/workflow-rules$/,
  /^zod$/,
  /^re2js$/,
  /^croner$/,
]
const folder = new URL('.', import.meta.url)

function isAllowed(specifier: string, file: URL): boolean {
  if (specifier.startsWith('.')) return new URL(specifier, file).href.startsWith(folder.href)
  return allowed.some((pattern) => pattern.test(specifier))
}

it('imports nothing that could reach a database, the bus, the clock or the network', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(10)
  for (const name of files) {
    const file = new URL(name, folder)
    const text = readFileSync(file, 'utf8')
    for (const [, statement, dynamic] of text.matchAll(
      /^(?:import|export|\})[^\n']*\bfrom '([^']+)'|\bimport\('([^']+)'/gm,
    )) {
      const specifier = statement ?? dynamic ?? ''
      expect(isAllowed(specifier, file), `${name} imports ${specifier}`).toBe(true)
    }
    expect(text, name).not.toMatch(
      /\bDate\.now\(|\bfetch\(|\bsetTimeout\(|\bprocess\.|\beval\(|new Function/,
    )
  }
})
