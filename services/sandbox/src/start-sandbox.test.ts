import { afterAll, beforeAll, expect, test } from 'vitest'
import { networkEndpoints } from './networks/create-networks.ts'
import { type Sandbox, startSandbox } from './start-sandbox.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

test('links every stand-in from the first page, and each of them responds', async () => {
  const page = await (await fetch(sandbox.url)).text()
  for (const name of ['payments', ...networkEndpoints.map(({ network }) => network)]) {
    expect(page).toContain(`href="/${name}"`)
    const answer = await fetch(`${sandbox.url}/${name}`)
    expect([name, answer.status, answer.headers.get('content-type')]).toEqual([
      name,
      200,
      expect.stringContaining('text/html'),
    ])
  }
})

test.each(
  networkEndpoints
    .map(({ network, variables }) => [network, variables] as const)
    .filter(([, variables]) =>
      Object.keys(variables('http://a', 'http://b')).some((name) => name.endsWith('_DIALOG_URL')),
    ),
)(
  'serves the dialog and token endpoint of %s at the addresses in its variables',
  async (_network, variables) => {
    const given = Object.entries(variables(sandbox.url, 'http://localhost:3000'))
    const named = (end: string) => given.find(([name]) => name.endsWith(end))?.[1] ?? ''
    const dialog = await fetch(named('_DIALOG_URL'))
    expect([dialog.status, await dialog.text()]).toEqual([
      400,
      expect.stringContaining('Cannot sign in'),
    ])
    const token = await fetch(named('_TOKEN_URL'), { method: 'POST', body: new URLSearchParams() })
    expect([400, 401]).toContain(token.status)
    expect(token.headers.get('content-type')).toContain('json')
  },
)
