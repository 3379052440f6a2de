import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const usual = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell'].map(
  (name) => `/usr/bin/${name}`,
)

// Each window loads two hidden address bar pages, which use more processor time than the tested
// page. Each navigation also starts a spare process for the next one.
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']
// Chromium only reads the last list, so this list repeats Playwright's own.
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

/**
 * Starts Chromium with extra flags: the one in `CHROMIUM_PATH`, or the system's. Throws if there is
 * none.
 */
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
