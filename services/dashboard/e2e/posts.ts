import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'

export interface NewPost {
  readonly body: string
  readonly dueDate?: string
  readonly media?: readonly string[]
  readonly platform?: string
}

/** Returns the id of the organisation's only channel. */
export async function readChannelId(page: Page): Promise<string> {
  const { items } = (await callApi(page, 'GET', '/api/connectors')).body
  const id = (items as Array<{ id: string }>)[0]?.id
  if (id === undefined) throw new Error('the organisation has no channel')
  return id
}

/**
 * Creates a draft for a channel. The platform is `pagenet` unless `platform` names another. Returns
 * the post id.
 */
export async function addPost(
  page: Page,
  channelId: string,
  { media = [], platform = 'pagenet', ...card }: NewPost,
): Promise<string> {
  const answer = await callApi(page, 'POST', '/api/tasks', {
    kind: 'post',
    ...card,
    post: { platform, channelId, media },
  })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body['id'] as string
}

/**
 * Returns the days from now to a day whose next day is in the same week, because month and week
 * views show those two next to each other.
 */
export const daysToPair = (): number =>
  new Date(Date.now() + 86_400_000).getUTCDay() === 0 ? 2 : 1

/** Returns a time of day in UTC, some days from now. */
export function toDay(days: number, time: string): string {
  const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `${date}T${time}:00.000Z`
}
