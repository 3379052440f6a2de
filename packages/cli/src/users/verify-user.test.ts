import { expect, it } from 'vitest'
import { runCommand } from '../run-command.ts'

const call = async (args: string[], env: Record<string, string> = {}) => {
  const err: string[] = []
  const code = await runCommand(args, { env, write: () => {}, error: (line) => err.push(line) })
  return { code, err: err.join('\n') }
}

it.each([
  [['users', 'verify'], 'usage'],
  [['users', 'verify', 'a@example.test', 'b@example.test'], 'usage'],
  [['users', 'verify', ' '], 'Name an address'],
  [['users', 'verify', 'a@example.test', '--all'], '--all has no meaning here'],
  [['users', 'verify', 'a@example.test'], 'DATABASE_URL is not set'],
  [['dead-letters', 'list', 'board'], 'usage'],
])('%j is called wrongly', async (args, said) => {
  expect(await call(args)).toEqual({ code: 2, err: expect.stringContaining(said) })
})
