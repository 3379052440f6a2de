import { expect, test } from 'vitest'
import { parseTestArguments } from './parse-arguments.ts'

const projects = ['@atrium/config', '@atrium/http', 'scripts']

test('accepts a package with or without the scope', () => {
  expect(
    parseTestArguments(
      ['--filter', 'http', '--filter=@atrium/config', '--filter', 'scripts'],
      projects,
    ),
  ).toEqual({
    projects: ['@atrium/http', '@atrium/config', 'scripts'],
    files: [],
    affected: false,
  })
})

test('runs everything if there is no filter, and selects files by other words', () => {
  expect(parseTestArguments([], projects)).toEqual({ projects: [], files: [], affected: false })
  expect(parseTestArguments(['lock'], projects)).toEqual({
    projects: [],
    files: ['lock'],
    affected: false,
  })
  expect(parseTestArguments(['--affected'], projects)).toMatchObject({ affected: true })
})

test('rejects a package if it does not exist', () => {
  expect(() => parseTestArguments(['--filter', 'htp'], projects)).toThrow(
    'no package "htp", there is: @atrium/config',
  )
})

test('rejects an unknown option', () => {
  expect(() => parseTestArguments(['--wtach'], projects)).toThrow(/--wtach/)
})
