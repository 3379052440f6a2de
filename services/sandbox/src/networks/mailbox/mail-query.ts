import { type MailBox, readHeader, type SandboxMail } from './mail-state.ts'

type Test = (mail: SandboxMail) => boolean

const dashed = (name: string): string => name.toLowerCase().replaceAll(/[\s/&()|"]+/g, '-')

/** Parses a time in `after:` or `before:`: seconds since 1970, or a date. */
const moment = (text: string): number =>
  /^\d{9,}$/.test(text) ? Number(text) * 1_000 : Date.parse(text.replaceAll('/', '-'))

function parseTerm(box: MailBox, term: string): Test {
  const [, name = '', value = ''] = /^([a-z_]+):(.*)$/i.exec(term) ?? []
  const wanted = value.replaceAll('"', '').toLowerCase()
  const has =
    (header: string): Test =>
    (mail) =>
      readHeader(mail.source, header).toLowerCase().includes(wanted)
  switch (name.toLowerCase()) {
    case 'from':
    case 'to':
    case 'subject':
      return has(name)
    case 'after':
      return ({ receivedAt }) => receivedAt >= moment(wanted)
    case 'before':
      return ({ receivedAt }) => receivedAt < moment(wanted)
    case 'has':
      return ({ source }) =>
        wanted !== 'attachment' || /content-disposition: attachment/i.test(source)
    case 'is':
    case 'in':
      return ({ labelIds }) => wanted === 'anywhere' || labelIds.includes(wanted.toUpperCase())
    case 'label': {
      const labels = [...box.labels.values()].filter(
        (label) => dashed(label.name) === dashed(wanted),
      )
      return ({ labelIds }) => labels.some(({ id }) => labelIds.includes(id))
    }
    default: {
      const words = term.replaceAll('"', '').toLowerCase()
      return ({ source }) => source.toLowerCase().includes(words)
    }
  }
}

/**
 * Parses the provider's search: terms, quotes, `-`, `OR` and round brackets. Mail in spam and trash
 * matches only by name.
 */
export function mailQuery(box: MailBox, query: string): Test {
  const tokens = query.match(/-?\(|\)|-?(?:[a-z_]{1,20}:)?"[^"]{0,500}"|[^\s()]+/gi) ?? []
  let at = 0
  const all = (): Test => {
    const tests: Test[] = []
    let either = false
    while (at < tokens.length) {
      const token = tokens[at] ?? ''
      at += 1
      if (token === ')') break
      if (token === 'OR') {
        either = true
        continue
      }
      const not = token.startsWith('-')
      const bare = not ? token.slice(1) : token
      const test = bare === '(' ? all() : parseTerm(box, bare)
      const taken: Test = not ? (mail) => !test(mail) : test
      const before = either ? tests.pop() : undefined
      tests.push(before === undefined ? taken : (mail) => before(mail) || taken(mail))
      either = false
    }
    return (mail) => tests.every((test) => test(mail))
  }
  const wanted = all()
  const hidden = /\bin:(?:spam|trash|anywhere)\b/i.test(query) ? [] : ['SPAM', 'TRASH']
  return (mail) => !hidden.some((label) => mail.labelIds.includes(label)) && wanted(mail)
}
