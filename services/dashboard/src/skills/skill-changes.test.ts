import { expect, test } from 'vitest'
import { findChanges, typedSince } from './skill-changes.ts'

const saved = { name: 'Voice', description: '', body: 'Write short sentences.' }

test('returns the parts that differ', () => {
  expect(findChanges(saved, { name: 'Voice', body: 'Write.' })).toEqual({ body: 'Write.' })
  expect(findChanges(saved, {})).toEqual({})
})

test('keeps text that was typed while the save was running', () => {
  const sent = { body: 'Write.' }
  expect(typedSince(sent, { body: 'Write. Be kind.' })).toEqual({ body: 'Write. Be kind.' })
  expect(typedSince(sent, { ...sent, name: 'Our voice' })).toEqual({ name: 'Our voice' })
  expect(typedSince(sent, sent)).toBeUndefined()
})
