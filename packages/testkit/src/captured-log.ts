export interface CapturedLog {
  /** Pass as `destination` to `startService`. */
  destination: { write(line: string): void }
  lines: string[]
  text(): string
}

/** A log destination that keeps every line for a test to look at. */
export function capturedLog(): CapturedLog {
  const lines: string[] = []
  return { destination: { write: (line) => void lines.push(line) }, lines, text: () => lines.join('') }
}
