import type { Locator, Page } from 'playwright-core'
import { callApi } from './api.ts'

/** Opens the composer; the text field has the focus. */
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

/** The posts of the organisation. */
export const posts = (page: Page): Promise<SeenPost[]> =>
  callApi(page, 'GET', '/api/tasks?kind=post&limit=100').then(
    ({ body }) => body['items'] as SeenPost[],
  )

/** The wall clock of the organisation's zone, which is UTC, some days from now at nine. */
export const inDays = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:00`
