import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start-sandbox.ts'
import { notebookToken } from './mount-notebook.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.stop())

async function me(
  token: string,
  headers: Record<string, string> = { 'notion-version': '2026-03-11' },
) {
  const url = `${sandbox.url}/notebook/v1/users/me`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, ...headers } })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as object }
}

test("reads an integration's identity and rejects calls without a version or valid token", async () => {
  const { token } = sandbox.notebook.addIntegration('Ours', 'Harbour Bakery')
  expect((await me(token)).body).toMatchObject({
    object: 'user',
    type: 'bot',
    name: 'Ours',
    bot: { workspace_name: 'Harbour Bakery' },
  })
  expect(await me(token, {})).toMatchObject({
    status: 400,
    body: { object: 'error', code: 'missing_version' },
  })
  expect(await me('ntn_nobody')).toMatchObject({
    status: 401,
    body: { object: 'error', code: 'unauthorized' },
  })
})

test('limits one integration at the fourth call in a moment but not another one', async () => {
  const { token } = sandbox.notebook.addIntegration('Busy', 'Harbour Bakery')
  const answers = await Promise.all([me(token), me(token), me(token), me(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect([refused?.headers.get('retry-after'), refused?.body]).toMatchObject([
    '1',
    { code: 'rate_limited' },
  ])
  expect((await me(notebookToken)).status).toBe(200)
})

test('lets a user make and revoke integrations in a browser', async () => {
  const post = (form: Record<string, string>) =>
    fetch(`${sandbox.url}/notebook/integrations`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
  const page = await (
    await post({ do: 'add', name: 'Made <here>', workspace: 'Night Market' })
  ).text()
  expect(page).toContain('Made &lt;here&gt;')
  expect(page).toContain('Night Market')
  const token = sandbox.notebook.integrations.at(-1)?.token ?? ''
  expect((await me(token)).status).toBe(200)
  await post({ do: 'revoke', token })
  expect((await me(token)).status).toBe(401)
})
