export interface CapturedLog {
  /** Pass this as `destination` to `startService`. */
  destination: { write(line: string): void }
  lines: string[]
  text(): string
}

/** Creates a log destination that keeps every line for assertions. */
export function capturedLog(): CapturedLog {
  const lines: string[] = []
  return {
    destination: { write: (line) => void lines.push(line) },
    lines,
    text: () => lines.join(''),
  }
}
