import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Starts Chromium, `CHROMIUM_PATH`, else the system's, with more flags. Throws when there is none. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? usual.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH')
  const asRoot = process.getuid?.() === 0
  return chromium.launch({ executablePath, args: [...flags, ...(asRoot ? ['--no-sandbox'] : [])] })
}
