import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const usual = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell'].map(
  (name) => `/usr/bin/${name}`,
)

// Each window loads two hidden pages of its address bar, which take more of the processor than the page of a story, and
// each navigation starts a process for the next one.
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']
// Chromium follows the last list alone, so this one repeats that of Playwright.
const disabled = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  ...unseen,
]

/** Starts Chromium, `CHROMIUM_PATH`, else the system's, with more flags. Throws when there is none. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? usual.find((path) => existsSync(path))
  if (executablePath === undefined)
    throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH')
  const asRoot = process.getuid?.() === 0
  const given = [
    `--disable-features=${disabled.join(',')}`,
    ...flags,
    ...(asRoot ? ['--no-sandbox'] : []),
  ]
  return chromium.launch({ executablePath, args: given })
}
