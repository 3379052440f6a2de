import { expect, it } from 'vitest'
import { findGrowth } from './find-growth.ts'

it.each([
  ['blanks in a row at four places', /\{\{\s*(#if|\/if|)\s*([^{}]*?)\s*\}\}/g],
  ['digits that two parts may take', /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i],
  ['an end that is looked for from every place', /\/+$/],
  ['a bound that is as good as none', /\{\{\s*(\$[^}]{0,500}?)\s*\}\}/g],
  ['a repetition of repetitions', /^(a+)+$/],
])('reports %s as slower than linear', (_, { source, flags }) => {
  expect(findGrowth(source, flags)).toBeDefined()
})

it.each([
  ['an end that only the first of a row may begin', /(?<!\/)\/+$/],
  ['a pattern that is tried at one place', /\s*\d/y],
  ['parts that share no character', /^[a-z]+-[0-9]+$/],
  ['a small bound', /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/],
])('reports %s as linear', (_, { source, flags }) => {
  expect(findGrowth(source, flags)).toBeUndefined()
})
