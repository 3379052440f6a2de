import { expect, test } from 'vitest'
import { parseTestArguments } from './parse-arguments.ts'

const projects = ['@atrium/config', '@atrium/http', 'scripts']

test('a package is named with or without the scope', () => {
  expect(
    parseTestArguments(['--filter', 'http', '--filter=@atrium/config', '--filter', 'scripts'], projects),
  ).toEqual({
    projects: ['@atrium/http', '@atrium/config', 'scripts'],
    files: [],
    affected: false,
  })
})

test('without a filter everything runs; other words choose files', () => {
  expect(parseTestArguments([], projects)).toEqual({ projects: [], files: [], affected: false })
  expect(parseTestArguments(['lock'], projects)).toEqual({ projects: [], files: ['lock'], affected: false })
  expect(parseTestArguments(['--affected'], projects)).toMatchObject({ affected: true })
})

test('a package that does not exist is refused', () => {
  expect(() => parseTestArguments(['--filter', 'htp'], projects)).toThrow(
    'no package "htp", there is: @atrium/config',
  )
})

test('an unknown option is refused', () => {
  expect(() => parseTestArguments(['--wtach'], projects)).toThrow(/--wtach/)
})
