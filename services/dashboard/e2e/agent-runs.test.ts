import { spawn } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { callApi, createCards } from './api.ts'
import { takePicture } from './browser.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

// Writes 2,000 coloured lines, then one line for each line of its input file until the file says
// "end".
const command = `
const { readFileSync, existsSync } = require('node:fs')
let prompt = ''
process.stdin.on('data', (data) => { prompt += data })
process.stdin.on('end', () => {
  console.log('\\u001b[32mprompt\\u001b[0m ' + prompt.split('\\n')[0])
  for (let n = 1; n <= 2000; n += 1) console.log('step ' + n)
  const timer = setInterval(() => {
    if (!existsSync('go')) return
    clearInterval(timer)
    console.log('\\u001b[31mred light\\u001b[0m')
    console.log('x'.repeat(3000) + 'lee shore')
    console.log(readFileSync('go', 'utf8'))
  }, 50)
})`

/** Starts `atrium agent` for the owner of an API key. Returns its folder. */
async function startAgent(url: string, key: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-story-'))
  const config = {
    name: 'desk',
    command: [process.execPath, '-e', command],
    workspaces: { site: { folder: '.' } },
  }
  await writeFile(join(folder, 'agent.json'), JSON.stringify(config))
  const main = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url))
  const agent = spawn(
    process.execPath,
    [main, 'agent', '--yes', '--config', join(folder, 'agent.json')],
    {
      env: { ...process.env, XDG_CONFIG_HOME: folder, ATRIUM_URL: url, ATRIUM_API_KEY: key },
      stdio: 'ignore',
    },
  )
  onTestFinished(async () => {
    agent.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

test('lets an agent implement a card and shows its transcript live', async ({ page, url }) => {
  await signUp(page)
  await page.goto('/agent-tasks')
  await page.getByText('No agent tasks yet').waitFor()
  await takeEveryLook(page, 'agent-runs-empty')
  const key = await callApi(page, 'POST', '/api/auth/api-key/create', { name: 'agent' })
  const folder = await startAgent(url, String(key.body['key']))
  await createCards(page, { kind: 'task', title: 'Dark header', body: 'As the theme has it' })

  await page.goto('/board')
  await page.getByRole('button', { name: 'Dark header' }).click()
  await page.getByRole('button', { name: 'Give to an agent' }).click()
  await page.getByText('An agent has the card').waitFor()
  await takePicture(page, 'agent-card')
  await page.goto('/agent-tasks')
  await page.getByRole('link', { name: /Dark header/ }).click()
  const lines = page.getByRole('log', { name: 'Lines' })
  // The page follows the end of the output that the agent has sent so far.
  await lines.getByText('step 2000', { exact: true }).waitFor()
  await page.getByText('Running', { exact: true }).waitFor()
  // Any upward scroll stops following, including with the scroll bar, and a link back appears.
  await lines.evaluate((list) => list.scrollBy(0, -400))
  await page.getByRole('button', { name: 'Follow' }).click()
  await lines.getByText('step 2000', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Follow' }).waitFor({ state: 'detached' })
  // A larger window moves the list up as well, but must not stop following.
  const below = () =>
    lines.evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    )
  const height = () => lines.evaluate(({ clientHeight }) => clientHeight)
  const before = await height()
  await page.setViewportSize({ width: 1280, height: 1_100 })
  await expect.poll(height).toBeGreaterThan(before)
  // The agent reads the file as soon as it exists, so the file must appear with its content.
  await writeFile(join(folder, 'words'), 'all green')
  await rename(join(folder, 'words'), join(folder, 'go'))
  await lines.getByText('all green').waitFor()
  await expect.poll(below).toBeLessThan(1)
  await page.getByText('Done', { exact: true }).waitFor()
  expect(await lines.getByText('red light').getAttribute('style')).toBe('color: var(--bad);')
  await expectFineInEveryLook(page, 'agent-run')

  await page.getByLabel('Search the transcript').fill('STEP 7')
  await page.getByText('1 of 111').waitFor()
  await lines.getByText('step 7', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Next line' }).click()
  await page.getByRole('button', { name: 'Line before' }).click()
  await page.getByText('1 of 111').waitFor()
  await page.getByLabel('Search the transcript').press('Enter')
  await lines.getByText('step 70', { exact: true }).waitFor()
  await page.getByLabel('Search the transcript').fill('prompt Dark')
  await lines.getByText('Dark header').waitFor()
  // If the match is in the folded part of a line, the line opens.
  await page.getByLabel('Search the transcript').fill('lee shore')
  await lines.getByText('lee shore').waitFor()

  await page.getByRole('link', { name: 'All agent tasks' }).click()
  await page.getByRole('link', { name: /Dark header.*Done/ }).waitFor()
  await expectFineInEveryLook(page, 'agent-runs')
  await page.goto('/board')
  await page.getByRole('button', { name: 'Dark header' }).click()
  await page.getByText(/The agent’s run succeeded by desk/).waitFor()
})

test('cancels a queued run from its page and hides the runs of other users', async ({
  page,
  open,
}) => {
  await signUp(page)
  const made = await callApi(page, 'POST', '/api/agent-runs', {
    kind: 'implement',
    prompt: 'Tidy up',
  })
  await page.goto(`/agent-tasks/${made.body['id']}`)
  await page.getByText('Waiting for an agent').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
  const other = await open()
  await signUp(other)
  await other.goto(`/agent-tasks/${made.body['id']}`)
  await other.getByRole('heading', { name: 'Page not found' }).waitFor()
})

test('says that a transcript was cut off and names the limit that caused it', async ({ page }) => {
  await signUp(page)
  const made = await callApi(page, 'POST', '/api/agent-runs', {
    kind: 'implement',
    prompt: 'Write much',
  })
  const id = String(made.body['id'])
  const run = { ...made.body, status: 'running', transcriptCut: 'organisation' }
  const entries = [{ at: new Date().toISOString(), stream: 'out', text: 'the last line' }]
  const events = [
    `event: run\ndata: ${JSON.stringify(run)}\n\n`,
    `event: transcript\nid: 1:1\ndata: ${JSON.stringify({ attempt: 1, from: 0, entries, next: 1 })}\n\n`,
    `event: run\ndata: ${JSON.stringify({ ...run, status: 'succeeded', finishedAt: new Date().toISOString() })}\n\n`,
  ]
  await page.route(`**/api/agent-runs/${id}`, (route) => route.fulfill({ json: run }))
  await page.route(`**/api/agent-runs/${id}/events**`, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: events.join('') }),
  )
  await page.goto(`/agent-tasks/${id}`)
  await page.getByText('the last line').waitFor()
  await page.getByText(/your organisation’s transcripts have reached their limit/).waitFor()
  await expectFineInEveryLook(page, 'agent-run-cut')
})
