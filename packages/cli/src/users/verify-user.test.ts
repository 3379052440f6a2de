import { expect, it } from 'vitest'
import { runCommand } from '../run-command.ts'

const call = async (args: string[], env: Record<string, string> = {}) => {
  const err: string[] = []
  const code = await runCommand(args, { env, write: () => {}, error: (line) => err.push(line) })
  return { code, err: err.join('\n') }
}

it.each([
  [['users', 'verify'], 'Usage'],
  [['users', 'verify', 'a@example.test', 'b@example.test'], 'Usage'],
  [['users', 'verify', ' '], 'Give an email address'],
  [['users', 'verify', 'a@example.test', '--all'], "unknown option '--all'"],
  [['users', 'verify', 'a@example.test'], 'DATABASE_URL is not set'],
  [['dead-letters', 'list', 'board'], 'Usage'],
])('refuses %j with exit code 2', async (args, message) => {
  expect(await call(args)).toEqual({ code: 2, err: expect.stringContaining(message) })
})
