const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/iPhone/, 'iPhone', true],
  [/iPad/, 'iPad', true],
  [/Android/, 'Android', true],
  [/CrOS/, 'ChromeOS', false],
  [/Windows/, 'Windows', false],
  [/Mac OS X|Macintosh/, 'macOS', false],
  [/Linux|X11/, 'Linux', false],
] as const

/** Describes a device by the first 500 characters of its `User-Agent` header. */
export function describeDevice(userAgent: string | null): { label: string; mobile: boolean } {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = browsers.find(([form]) => form.test(text))?.[1]
  const [, system, mobile = false] = systems.find(([form]) => form.test(text)) ?? []
  const label = [browser, system].filter((part) => part !== undefined).join(' on ')
  return { label: label === '' ? 'Unknown device' : label, mobile }
}
