import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const keys: ReadonlySet<string> = new Set(['Enter', 'Tab', 'Escape'])

/** Counts what a person does on a page: each click, and each field that is typed into. */
export function countInteractions(page: Page) {
  const done: string[] = []
  return {
    /** What was done so far, in order. */
    done,
    async click(target: Locator): Promise<void> {
      done.push(`click ${target}`)
      await target.click()
    },
    /**
     * Types texts and presses keys in a field. Enter takes the first option of an open list. Fails
     * if a text is code.
     */
    async type(target: Locator, ...parts: readonly string[]): Promise<void> {
      done.push(`type ${parts.join(' ')} into ${target}`)
      for (const part of parts) {
        expect(part).not.toMatch(/\{\{|\$|\}\}/)
        if (part === 'Enter') await page.getByRole('option').first().waitFor()
        if (keys.has(part)) await target.press(part)
        else await target.pressSequentially(part)
      }
    },
  }
}
