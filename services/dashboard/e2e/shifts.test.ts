import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { untilSettled } from './browser.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

const paths = [
  ...['/', '/board', '/posts', '/assets', '/channels', '/sites', '/happenings', '/invoices', '/customers'],
  ...['/offers', '/schedules', '/workflows', '/skills', '/agent-runs', '/settings', '/settings/organisation'],
]

/** The sum of all shifts of a page that no input caused, from its first paint on. */
const readShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Array<
            PerformanceEntry & { value: number; hadRecentInput: boolean }
          >) {
            if (!entry.hadRecentInput) sum += entry.value
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 0)
      }),
  )

test('no page jumps while it loads, wide or narrow', async ({ open, page }) => {
  const { email, password } = await signUp(page)
  await callApi(page, 'POST', '/api/tasks', { title: 'Order the sail cloth' })
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    // A new browser profile knows nothing about the address note until the sign-in responds.
    const fresh = await open({ viewport })
    await fresh.goto('/sign-in')
    await fresh.getByLabel('Email').fill(email)
    await fresh.getByRole('textbox', { name: 'Password' }).fill(password)
    await fresh.getByRole('button', { name: 'Sign in', exact: true }).click()
    await fresh.getByRole('heading', { name: 'Home' }).waitFor()
    const shifts: Record<string, number> = {}
    for (const path of paths) {
      await fresh.goto(path)
      await fresh.getByRole('heading', { level: 1 }).waitFor()
      await untilSettled(fresh)
      shifts[path] = await readShift(fresh)
    }
    const jumping = Object.entries(shifts).filter(([, shift]) => shift >= 0.05)
    expect.soft(jumping, `${viewport.width} px`).toEqual([])
  }
})
