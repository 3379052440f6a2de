import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { stripDescriptions, withoutDescriptions } from './strip-descriptions.ts'

const contracts = join(import.meta.dirname, '../../../packages/contracts/src/index.ts')
const strip = (source: string): string => stripDescriptions('module.ts', source)

test('removes descriptions and metadata from schemas, also if they are nested or chained', () => {
  expect(
    strip(
      "const A = z.object({ a: z.string().describe('a)(').nullable().describe('b') }).meta({ id: 'A' })",
    ),
  ).toBe('const A = z.object({ a: z.string().nullable() })')
  expect(strip('const B = z\n  .array(B.describe(first + second))\n  .describe(words)')).toBe(
    'const B = z\n  .array(B)',
  )
})

test('removes the texts and the example of an operation and keeps the rest', () => {
  expect(
    strip(
      "x({ sdk: 'a.b', summary: 'One', description: first + second, example: { body: {} }, body: B })",
    ),
  ).toBe("x({ sdk: 'a.b',    body: B })")
  expect(strip("x({ body: B, summary: 'One' })")).toBe('x({ body: B,  })')
})

test('keeps a description that is a value or a property of a record', () => {
  const source =
    "const C = z.object({ description: z.string() }); ok('text', C, { description: 'A page' }); f('.describe(1)') // .describe(2)"
  expect(strip(source)).toBe(source)
})

test('bundles the contracts without descriptions when pages are built', async () => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [withoutDescriptions],
    build: {
      write: false,
      lib: { entry: contracts, formats: ['es'], fileName: 'contracts' },
    },
  })
  const [bundle] = [result].flat()
  const code = bundle !== undefined && 'output' in bundle ? bundle.output[0].code : ''
  expect(code).toContain('amountDueCents')
  expect(code).toContain('/api/invoicing')
  expect(code.match(/[^\n]*(?:in minor units\.|summary:)[^\n]*/g)).toBeNull()
})
