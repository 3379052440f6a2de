import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { formatCompletion } from './completion.ts'

/** Returns bash's proposals after these words. */
const proposed = (...words: string[]): string[] => {
  const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _atrium; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', `${formatCompletion('bash', commands)}\n${call}`], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
}

test('completes commands, subcommands and options in bash', () => {
  expect(proposed('atrium', 'work')).toEqual(['workflows'])
  expect(proposed('atrium', 'cards', '')).toEqual(['list', 'get', 'create'])
  expect(proposed('atrium', 'cards', 'list', '--ki')).toEqual(['--kind'])
  expect(proposed('atrium', 'workflows', 'run', 'wf_1', '--fo')).toEqual(['--follow'])
  expect(proposed('atrium', 'whoami', '')).toEqual(['--json', '--help'])
})

test('leaves file proposals to bash if an argument is a file', () => {
  expect(proposed('atrium', 'assets', 'upload', '')).toEqual([''])
  expect(proposed('atrium', 'assets', 'upload', '--pr')).toEqual(['--private'])
  expect(proposed('atrium', 'workflows', 'run', 'wf_1', '--input', '')).toEqual([''])
  expect(proposed('atrium', 'cards', 'list', '--status', '')).toEqual([''])
})

test('writes zsh and fish scripts with every command and rejects another shell', () => {
  for (const shell of ['zsh', 'fish']) {
    const script = formatCompletion(shell, commands)
    for (const { name } of commands) expect(script).toContain(name.split(' ').at(-1))
  }
  expect(() => formatCompletion('constructor', commands)).toThrow('bash, zsh, fish')
})
