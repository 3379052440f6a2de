import { expect, test } from 'vitest'
import { readMarkdown } from './read-markdown.ts'
import { readPageTexts, readSource } from './read-source.ts'

test('joins comment lines that follow each other and keeps the first line number', () => {
  const source = `// One sentence
// on two lines.
const a = 1 // apart

/**
 * A block
 * of text.
 */
// biome-ignore lint/suspicious/noExplicitAny: a tool's comment is not prose
const url = 'https://example.com'`
  expect(readSource('a.ts', source).comments).toEqual([
    { line: 1, text: 'One sentence\non two lines.' },
    { line: 3, text: 'apart' },
    { line: 5, text: '\nA block\nof text.\n' },
  ])
})

test('finds functions once when they have overloads, and no other constants', () => {
  const source = `export function nameOf(id: string): string
export function nameOf(id: number): string
export function nameOf(id: unknown): string { return String(id) }
const first = async <T>(list: T[]) => list[0]
const plain = value => value
export const wide = (
  one: string,
): string => one
const count = [1].map((each) => each).length
const limit = 3`
  expect(readSource('a.ts', source).functionNames).toEqual([
    { line: 1, text: 'nameOf' },
    { line: 4, text: 'first' },
    { line: 5, text: 'plain' },
    { line: 6, text: 'wide' },
  ])
})

test('reads the names of tests and of test tables', () => {
  const source = `test('fails when it is late', () => {})
it.each([1, 2])("accepts %i", () => {})
notATest('x')`
  expect(readSource('a.test.ts', source).testNames.map(({ text }) => text)).toEqual([
    'fails when it is late',
    'accepts %i',
  ])
})

test('finds literals that are spread in literals, and not a condition or a variable', () => {
  const source = `const a = { ...{ b: 1 }, c: [...[1], ...list] }
const d = { ...rest, ...(on ? { e: 1 } : {}) }`
  expect(readSource('a.ts', source).literalSpreads).toEqual([
    { line: 1, text: '...{ b: 1 }' },
    { line: 1, text: '...[1]' },
  ])
})

test('reads what a page shows, and no keys, addresses or class names', () => {
  const source = `import { Channels } from '../channels/channels.tsx'
const query = ['channels', 'list']
export const Page = () => (
  <Box title="Channels" className="channels wide" to="/channels">
    Your channels
    <Field label={\`Channels of \${name}\`} data-kind="channel" />
  </Box>
)
const place = { to: '/channels', label: 'Channels' }`
  expect(readPageTexts('a.tsx', source)).toEqual(
    expect.arrayContaining([
      { line: 4, text: 'Channels' },
      { line: 5, text: 'Your channels' },
      { line: 6, text: 'Channels of' },
      { line: 9, text: 'Channels' },
    ]),
  )
  const texts = readPageTexts('a.tsx', source).map(({ text }) => text)
  expect(texts).not.toContain('channels')
  expect(texts).not.toContain('/channels')
})

test('reads the prose of a Markdown page without code and addresses', () => {
  const page =
    'Read [the page](docs/answers.md) and `answer()`.\n\n```ts\nanswer()\n```\n\n| stands | here |'
  expect(readMarkdown(page)).toEqual([
    { line: 1, text: 'Read [the page] and .' },
    { line: 7, text: '| stands | here |' },
  ])
})
