import { expect, test } from 'vitest'
import { readGiven } from './read-given.ts'

test('lists the workflows when the file is an export', () => {
  const document = { version: 1, workflows: [{ name: 'A', graph: { nodes: [{}, {}] } }, 3] }
  expect(readGiven(JSON.stringify(document))).toEqual({
    kind: 'atrium',
    document,
    workflows: [
      { name: 'A', steps: 2 },
      { name: 'Without a name', steps: 0 },
    ],
  })
})

test('takes a long export', () => {
  expect(readGiven('{"workflows":[]}'.padEnd(1_100_000)).kind).toBe('atrium')
})

test.each([['{"nodes":[]}'], ['[{"nodes":[],"connections":{}}]']])(
  'takes %s for a workflow of n8n',
  (text) => {
    expect(readGiven(text).kind).toBe('n8n')
  },
)

test.each([
  [' ', 'nothing'],
  ['{', 'refused'],
  ['3', 'refused'],
  ['{"a":1}', 'refused'],
  ['"x"'.padEnd(8_400_000), 'refused'],
  ['{"nodes":[]}'.padEnd(1_100_000), 'refused'],
])('does not take other texts when they are pasted', (text, kind) => {
  expect(readGiven(text).kind).toBe(kind)
})
