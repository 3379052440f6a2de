const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Formats bytes in powers of a thousand: "1.2 MB". */
export function bytesLabel(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1_000 ** power
  return `${value.toLocaleString(undefined, { maximumFractionDigits: power === 0 ? 0 : 1 })} ${units[power]}`
}
