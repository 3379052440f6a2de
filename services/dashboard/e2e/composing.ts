import type { Locator, Page } from 'playwright-core'
import { callApi } from './api.ts'

/** Opens the composer and waits for its text field. */
export async function compose(page: Page, post = 'new'): Promise<Locator> {
  await page.goto(`/posts?compose=${post}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
  return dialog
}

interface SeenPost {
  readonly id: string
  readonly body: string
  readonly status: string
  readonly dueDate: string | null
  readonly post: {
    readonly platform: string
    readonly media: string[]
    readonly firstComment: string | null
  }
}

/** Returns the organisation's posts. */
export const posts = (page: Page): Promise<SeenPost[]> =>
  callApi(page, 'GET', '/api/tasks?kind=post&limit=100').then(
    ({ body }) => body['items'] as SeenPost[],
  )

/** Returns 09:00 some days from now as a wall time in UTC, which is the organisation's zone. */
export const inDays = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:00`
