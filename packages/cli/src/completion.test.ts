import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { completionOf } from './completion.ts'

/** The proposals of bash after these words. */
const proposed = (...words: string[]): string[] => {
  const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _atrium; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', `${completionOf('bash', commands)}\n${call}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

test('bash completes commands, their second words and their options', () => {
  expect(proposed('atrium', 'work')).toEqual(['workflows'])
  expect(proposed('atrium', 'cards', '')).toEqual(['list', 'get', 'create'])
  expect(proposed('atrium', 'cards', 'list', '--ki')).toEqual(['--kind'])
  expect(proposed('atrium', 'workflows', 'run', 'wf_1', '--fo')).toEqual(['--follow'])
  expect(proposed('atrium', 'whoami', '')).toEqual(['--json', '--help'])
})

test('bash proposes files by itself where an argument is a file', () => {
  expect(proposed('atrium', 'assets', 'upload', '')).toEqual([''])
  expect(proposed('atrium', 'assets', 'upload', '--pr')).toEqual(['--private'])
  expect(proposed('atrium', 'workflows', 'run', 'wf_1', '--input', '')).toEqual([''])
  expect(proposed('atrium', 'cards', 'list', '--status', '')).toEqual([''])
})

test('zsh and fish have theirs, with every command; another shell is refused', () => {
  for (const shell of ['zsh', 'fish']) {
    const script = completionOf(shell, commands)
    for (const { name } of commands) expect(script).toContain(name.split(' ').at(-1))
  }
  expect(() => completionOf('constructor', commands)).toThrow('bash, zsh, fish')
})
