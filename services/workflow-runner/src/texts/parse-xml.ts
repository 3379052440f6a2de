import { Parser } from 'htmlparser2'

const deepest = 200

interface Element {
  name: string
  text: string
  /** Attributes under `@name`, and children. */
  members: Map<string, unknown[]>
}

/**
 * Parses XML in linear time. An element with only text becomes a text, and any other element an
 * object with its children, its attributes under `@name` and its text under `#text`. Elements that
 * repeat become a list. Declared entities and document types are ignored. Throws an error with a
 * message for people.
 */
export function parseXml(given: string): unknown {
  const text = removeDocumentType(given)
  const root: Element = { name: '', text: '', members: new Map() }
  const open = [root]
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > deepest) throw new Error(`The XML is more than ${deepest} levels deep`)
        if (open.length === 1 && root.members.size > 0) throw invalid('it has two roots')
        const members = new Map(
          Object.entries(attributes).map(([key, value]) => [`@${key}`, [value] as unknown[]]),
        )
        open.push({ name, text: '', members })
      },
      ontext(part) {
        const current = open.at(-1)
        if (current !== undefined) current.text += part
      },
      onclosetag(name, isImplied) {
        // The parser also calls the end of `<a/>` implied.
        const isEmpty = text.startsWith('/>', parser.endIndex - 1)
        if (isImplied && !isEmpty)
          throw invalid(`the element "${name.slice(0, 100)}" is not closed`)
        const element = open.pop()
        const parent = open.at(-1)
        if (element === undefined || parent === undefined) throw invalid('an element is not open')
        const same = parent.members.get(element.name)
        if (same === undefined) parent.members.set(element.name, [toValue(element)])
        else same.push(toValue(element))
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  if (root.members.size === 0 || root.text.trim() !== '') throw invalid('it has no root element')
  return toValue(root)
}

// The parser would end a document type at the first declaration inside.
function removeDocumentType(text: string): string {
  const start = /^\s*(?:<\?[^>]*>\s*|<!--(?:[^-]|-[^-])*-->\s*)*<!DOCTYPE\b/i.exec(text)
  if (start === null) return text
  let quote = ''
  let isInside = false
  for (let at = start[0].length; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '[') isInside = true
    else if (sign === ']') isInside = false
    else if (sign === '>' && !isInside) return text.slice(at + 1)
  }
  throw invalid('the document type is not closed')
}

const invalid = (reason: string): Error => new Error(`This is not valid XML: ${reason}`)

function toValue({ text, members }: Element): unknown {
  const ownText = text.trim()
  if (members.size === 0) return ownText
  const entries = [...members].map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ])
  return Object.fromEntries(ownText === '' ? entries : [...entries, ['#text', ownText]])
}
