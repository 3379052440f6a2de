import { type Handler, Parser } from 'htmlparser2'

/**
 * The parser's time per tag grows with the number of open elements. Pages by people are about 30
 * levels deep.
 */
const deepest = 2_000

class TooDeep extends Error {}

/** Returns true if the elements of an XML text nest deeper than `most` levels. */
export function nestsDeeper(text: string, most: number): boolean {
  let depth = 0
  const parser = new Parser(
    {
      onopentagname() {
        depth += 1
        if (depth > most) throw new TooDeep()
      },
      onclosetag() {
        depth -= 1
      },
    },
    { xmlMode: true },
  )
  try {
    parser.end(text)
    return false
  } catch (error) {
    if (error instanceof TooDeep) return true
    throw error
  }
}

/** Parses markup in linear time. Stops if elements nest deeper than 2,000 levels. */
export function parseMarkup(kind: 'html' | 'xml', text: string, handler: Partial<Handler>): void {
  let depth = 0
  const bounded: Partial<Handler> = {
    ...handler,
    onopentagname(name) {
      depth += 1
      if (depth > deepest) throw new TooDeep()
      handler.onopentagname?.(name)
    },
    onclosetag(name, implied) {
      depth -= 1
      handler.onclosetag?.(name, implied)
    },
  }
  try {
    new Parser(bounded, { xmlMode: kind === 'xml' }).end(text)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
}
