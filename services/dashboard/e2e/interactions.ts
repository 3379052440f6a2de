import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const keys: ReadonlySet<string> = new Set(['Enter', 'Tab', 'Escape', 'ControlOrMeta+Enter'])

type Files = Parameters<Locator['setInputFiles']>[0]

/**
 * Counts what a person does on a page: each click, each field that is typed into, each choice of
 * files, and each key pressed outside of a field.
 */
export function countInteractions(page: Page) {
  const done: string[] = []
  return {
    /** What was done so far, in order. */
    done,
    async click(target: Locator): Promise<void> {
      done.push(`click ${target}`)
      await target.click()
    },
    async choose(target: Locator, files: Files): Promise<void> {
      done.push(`choose files for ${target}`)
      await target.setInputFiles(files)
    },
    async press(key: string): Promise<void> {
      done.push(`press ${key}`)
      await page.keyboard.press(key)
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
