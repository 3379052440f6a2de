const mark = '[redacted]'
const shortestBase64 = 8

/**
 * Returns a function to replace the given values in a line with `[redacted]`. It finds them as
 * plain text and as JSON, percent-encoding, form encoding and base64 write them, also inside longer
 * text. Longer values win over their own parts.
 */
export function createRedactor(values: readonly string[]): (line: string) => string {
  const forms = new Set(values.flatMap((value) => (value === '' ? [] : writtenForms(value))))
  if (forms.size === 0) return (line) => line
  const alternatives = [...forms]
    .sort((a, b) => b.length - a.length)
    .map((form) => RegExp.escape(form))
  const pattern = new RegExp(alternatives.join('|'), 'g')
  return (line) => line.replace(pattern, mark)
}

function writtenForms(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const percent = percentEncoded(value)
  return [
    value,
    json,
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', '\\/'),
    encodeURI(value.toWellFormed()),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()),
    percentEncoded(percent),
    new URLSearchParams([['', value]]).toString().slice(1),
    ...base64Forms(value),
  ]
}

function percentEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

/**
 * Returns the base64 forms of a value. Base64 writes the same bytes in three ways, depending on
 * what precedes them. Only the characters that the value alone determines are kept. Remainders that
 * are too short are dropped, because they would redact by coincidence.
 */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value)
  const forms = [bytes.toString('base64'), bytes.toString('base64url')]
  for (const before of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor((padded.length * 8) / 6)
    for (const encoding of ['base64', 'base64url'] as const) {
      const certain = padded.toString(encoding).slice(first, last)
      if (certain.length >= shortestBase64) forms.push(certain)
    }
  }
  return forms
}
