import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'

/** A post as a story writes it. */
export interface NewPost {
  readonly body: string
  readonly dueDate?: string
  readonly media?: readonly string[]
  readonly platform?: string
}

/** The id of the only channel of an organisation. */
export async function readChannelId(page: Page): Promise<string> {
  const { items } = (await callApi(page, 'GET', '/api/connectors')).body
  const id = (items as Array<{ id: string }>)[0]?.id
  if (id === undefined) throw new Error('the organisation has no channel')
  return id
}

/** Creates a draft for a channel, which is a Page unless `platform` names another network; answers its id. */
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

/** Days from now to a day whose next one is in the same week: month and week show the two beside each other. */
export const daysToPair = (): number =>
  new Date(Date.now() + 86_400_000).getUTCDay() === 0 ? 2 : 1

/** A time of day some days from now, in universal time. */
export function toDay(days: number, time: string): string {
  const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `${date}T${time}:00.000Z`
}
