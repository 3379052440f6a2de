import { expect, test } from 'vitest'
import { messageWords, outputWords, pathWords, textWords } from './field-words.ts'

test('names the field at a path', () => {
  expect(pathWords(['customer', 'firstName'])).toBe('Customer › First name')
  expect(pathWords(['lines', 0, 'total_cents'])).toBe('Lines › 1 › Total cents')
})

test('replaces expressions with the names of their fields', () => {
  expect(textWords('Call {{ $json.name }} at {{ $node["Get it"].json.phone }}')).toBe(
    'Call [Name] at [Phone]',
  )
  expect(textWords('No {{ expression')).toBe('No {{ expression')
})

test('replaces the code in a message and keeps its sentence', () => {
  expect(messageWords('Missing field "$json.properties.Missing". Check it')).toBe(
    'Missing field “Properties › Missing”. Check it',
  )
  expect(messageWords("No value in $node['Ask'].json.id.")).toBe('No value in “Id”.')
  expect(messageWords('It costs $json and $5')).toBe('It costs $json and $5')
})

test('names the fixed outputs of a step, and keeps the names that a user gave', () => {
  expect(outputWords('true', ['true', 'false'])).toBe('Yes')
  expect(outputWords('main', ['main', 'failed'])).toBe('Next')
  expect(outputWords('failed', ['main', 'failed'])).toBe('Failed')
  expect(outputWords('VIP', ['otherwise'])).toBe('VIP')
})
