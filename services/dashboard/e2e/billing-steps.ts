import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'

/** Calls the platform; fails with the body of a refusal. */
async function call(page: Page, path: string, body: object = {}): Promise<Record<string, string>> {
  const answer = await callApi(page, 'POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body as Record<string, string>
}

/** Connects an account that can charge. Answers its id, and where the stand-in of the processor is. */
export async function connectPayments(page: Page): Promise<{ accountId: string; sandbox: string }> {
  const { url = '' } = await call(page, '/api/connect/payments/onboard')
  const body = new URLSearchParams({ outcome: 'enable' })
  const onboarded = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  expect(onboarded.status).toBeLessThan(400)
  return { accountId: new URL(url).pathname.split('/').at(-1) ?? '', sandbox: new URL(url).origin }
}
