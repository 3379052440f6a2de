import { isSecretName } from '../secret-names.ts'

// One character replaces each expression, so no pattern has to read expressions. A text may hold
// the character itself, which then counts as an expression.
const mark = '\uE000'
const expression = /\{\{[^{}]*\}\}|\uE000/g

const keepMarks = (text: string): string => text.replace(/[^\uE000]+/g, '')

const schemes: ReadonlySet<string> = new Set(['', 'bearer', 'basic'])

const insertsOnly = (marked: string): boolean =>
  schemes.has(marked.replaceAll(mark, '').trim().toLowerCase())

/** True if a text only inserts a value, for example `Bearer {{ $json.token }}`. */
export const isInsertion = (text: string): boolean => insertsOnly(text.replace(expression, mark))

const hideValue = (value: string): string => (insertsOnly(value) ? value : keepMarks(value))

const ownHook = /(?:https?:\/\/[^\s"'<>]{1,300})?\/api\/public\/hooks\/[^\s"'<>]*/g
const user = /(:\/\/)([^\s/?#"'<>]+)@/g
const address = /(:\/\/)([^\s/?#"'<>]+)([/?][^\s"'<>#]*)/g

// Services whose web addresses are secrets themselves.
const webhookHosts = [
  /(?:^|\.)(?:web)?hooks?\./,
  /(?:^|\.)(?:logic\.azure\.com|m\.pipedream\.net|n8n\.cloud)$/,
  /^(?:maker\.ifttt\.com|api\.telegram\.org|chat\.googleapis\.com)$/,
  /^open\.(?:feishu\.cn|larksuite\.com)$/,
]
const webhookPath =
  /^(?:(?:[a-z]+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/|outlook\.office(?:365)?\.com\/webhook)/

function hidePath(whole: string, scheme: string, host: string, path: string): string {
  const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  const isHook =
    webhookHosts.some((each) => each.test(name)) || webhookPath.test(`${name}${path.slice(0, 50)}`)
  return isHook ? `${scheme}${host}/${keepMarks(path)}` : whole
}

const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

// Query parameters in an address, and form fields.
const parameter = /(^|\n|&amp;|[?&#])([\w.~%[\]-]{1,200})=(?!=)([^&\s"'<>#]*)/g
// JSON members and assignments in program text. Each value ends at the next quote at the latest, so
// a text without an end is read only once.
const member =
  /((?:"[^"'\\]{1,200}"|'[^"'\\]{1,200}'|(?<![\w-])[\w-]{1,200})\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/gs
// Members of JSON inside a JSON text.
const escapedMember = /(\\"[^"\\]{1,200}\\"\s*:\s*\\")([^"\\]*)/g

const hideMembers = (text: string): string =>
  text
    .replace(member, (whole: string, start: string, value: string) =>
      isSecretName(start)
        ? `${start}${value.slice(0, 1)}${hideValue(value.slice(1, -1))}${value.slice(-1)}`
        : whole,
    )
    .replace(escapedMember, (whole: string, start: string, value: string) =>
      isSecretName(start) ? `${start}${hideValue(value)}` : whole,
    )

const hideParameters = (text: string): string =>
  text.replace(parameter, (whole: string, start: string, name: string, value: string) =>
    isSecretName(decodeName(name)) ? `${start}${name}=${keepMarks(value)}` : whole,
  )

const hideAddresses = (text: string): string =>
  text
    .replace(ownHook, keepMarks)
    .replace(user, (whole: string, scheme: string, name: string) => {
      const kept = keepMarks(name)
      if (name.replace(':', '') === kept) return whole
      return kept === '' ? scheme : `${scheme}${kept}@`
    })
    .replace(address, hidePath)

/**
 * Blanks a text's secrets: in user, path and query of addresses, in form fields and in JSON
 * members. Expressions stay.
 */
export function hideSecrets(text: string): string {
  const expressions = (text.match(expression) ?? []).values()
  const hidden = hideMembers(hideParameters(hideAddresses(text.replace(expression, mark))))
  return hidden.replaceAll(mark, () => expressions.next().value ?? '')
}
