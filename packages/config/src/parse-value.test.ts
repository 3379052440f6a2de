import { expect, test } from 'vitest'
import { parseValue } from './parse-value.ts'

test('accepts days only if they are whole numbers from one to a century, because database dates reach that far', () => {
  const variable = { kind: 'public', type: 'days', default: 365, about: 'Days' } as const
  expect(parseValue(variable, '1')).toEqual({ value: 1 })
  expect(parseValue(variable, '36500')).toEqual({ value: 36_500 })
  for (const raw of ['0', '36501', '-1', '1.5', 'x']) {
    expect(parseValue(variable, raw), raw).toEqual({
      problem: 'expected a whole number from 1 to 36500',
    })
  }
})
