import { pathWords, readableMessage } from '@atrium/workflow-rules'
import { expect, test } from 'vitest'
import { outputWords, textWords } from './field-words.ts'

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
  expect(readableMessage('Missing field "$json.properties.Missing". Check it')).toBe(
    'Missing field “Properties › Missing”. Check it',
  )
  expect(readableMessage("No value in $node['Ask'].json.id.")).toBe('No value in “Id”.')
  expect(readableMessage('It costs $json and $5')).toBe('It costs $json and $5')
  expect(readableMessage('Not an expression: {{ $json.a b }}')).toContain('{{ $json.a b }}')
})

test('names fields in a message as the field picker does', () => {
  const nameField = ({ path }: { path: readonly (string | number)[] }) => `<${path.join()}>`
  const name = (message: string) => readableMessage(message, nameField)
  expect(
    name('The filter "round" needs a number, but "$json.lines[0][\'unit price\']" is a text'),
  ).toBe('The filter "round" needs a number, but “<lines,0,unit price>” is a text')
  expect(name('Missing field "customer.email"')).toBe('Missing field “<customer,email>”')
  // A setting is called by its label.
  expect(name('Missing field "connector"')).toBe('Missing field “Account”')
  expect(name('Missing field "a list"')).toBe('Missing field "a list"')
})

test('names the fixed outputs of a step, and keeps the names that a user gave', () => {
  expect(outputWords('true', ['true', 'false'])).toBe('Yes')
  expect(outputWords('main', ['main', 'failed'])).toBe('Next')
  expect(outputWords('failed', ['main', 'failed'])).toBe('Failed')
  expect(outputWords('VIP', ['otherwise'])).toBe('VIP')
})
