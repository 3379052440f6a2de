import { expect, test } from 'vitest'
import { findChanges, typedSince } from './skill-changes.ts'

const saved = { name: 'Voice', description: '', body: 'Write short sentences.' }

test('the parts that differ are a change', () => {
  expect(findChanges(saved, { name: 'Voice', body: 'Write.' })).toEqual({ body: 'Write.' })
  expect(findChanges(saved, {})).toEqual({})
})

test('a text that was typed while the save was on its way stays', () => {
  const sent = { body: 'Write.' }
  expect(typedSince(sent, { body: 'Write. Be kind.' })).toEqual({ body: 'Write. Be kind.' })
  expect(typedSince(sent, { ...sent, name: 'Our voice' })).toEqual({ name: 'Our voice' })
  expect(typedSince(sent, sent)).toBeUndefined()
})
