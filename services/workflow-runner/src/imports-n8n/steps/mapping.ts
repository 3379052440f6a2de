import { isRecord, ownPath, ownProperty, ownText } from '@atrium/workflow-rules'
import { type ItemShape, type Path, translatePath } from '../document/item-shape.ts'
import type { N8nStep } from '../document/read-document.ts'
import { type Place, readFieldPath, translateText } from '../expressions/translate-text.ts'
import { writePath } from '../expressions/write-path.ts'
import { readNumeral } from '../numerals.ts'

export interface MappedNode {
  type: string
  params: Record<string, unknown>
}

/** Our output for an n8n output, or several. Undefined if there is none. */
export type Output = string | readonly string[] | undefined

/** What an n8n step becomes. */
export interface Mapping {
  /** Triggers, each with the step's connections. Before `node` if both are set. */
  triggers?: readonly MappedNode[]
  /** Steps in front of `node`, in this order. They take the step's incoming connections. */
  before?: readonly MappedNode[]
  node?: MappedNode
  /** The output for each of n8n's outputs. `main` for the first by default. */
  outputs?: readonly Output[]
  /** The output items' shape. `passes` if the step keeps its input items' shape. */
  shape?: ItemShape | 'passes'
  /** What a person has to know although nothing is lost. */
  hint?: string
  /** What differs from n8n. */
  differences?: readonly string[]
}

/** Why a step has no counterpart. `note` is shown on the canvas instead. */
export interface Missing {
  missing: string
  note?: string
}

/** A sticky note, or a part of another step such as its model. */
export interface Absorbed {
  absorbed: string
  note?: string
}

export type Mapper = (step: StepReader) => Mapping | Missing | Absorbed

const deepest = 20
const mostLost = 20
const shownLost = 120

const splitNames = (value: unknown): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [])
    .filter((name) => typeof name === 'string' || typeof name === 'number')
    .map((name) => String(name).trim())
    .filter((name) => name !== '')

/** `tags[0]` becomes `tags` and `0`. */
function splitIndexes(key: string | number): Path {
  if (typeof key === 'number') return [key]
  const [, name, indexes] = /^([^[\]]{1,200})((?:\[\d{1,9}\]){1,9})$/.exec(key) ?? []
  if (name === undefined || indexes === undefined) return [key]
  return [name, ...(indexes.match(/\d+/g) ?? []).map(Number)]
}

/** Reads the parameters of one step and collects what could not be translated. */
export class StepReader {
  readonly step: N8nStep
  readonly place: Place
  /** The workflow's time zone. */
  readonly zone: string
  /** The steps that are part of this step, for example its model. */
  readonly parts: readonly N8nStep[]
  readonly #isAvailable: (type: string) => boolean
  readonly lost: string[] = []
  /** True if an expression of the step has no counterpart. */
  hasLostExpression = false

  constructor(
    step: N8nStep,
    place: Place,
    {
      zone,
      parts,
      isAvailable,
    }: {
      zone: string
      parts: readonly N8nStep[]
      isAvailable: (type: string) => boolean
    },
  ) {
    this.step = step
    this.place = place
    this.zone = zone
    this.parts = parts
    this.#isAvailable = isAvailable
  }

  /** True if this deployment has the node type. */
  has(type: string): boolean {
    return this.#isAvailable(type)
  }

  get version(): number {
    return this.step.version
  }

  /** A parameter as the file writes it. */
  raw(...path: string[]): unknown {
    return ownPath(this.step.parameters, path)
  }

  /** A text parameter as the file writes it. Empty if it is no text. */
  text(...path: string[]): string {
    const value = this.raw(...path)
    return typeof value === 'string' ? value : ''
  }

  list(...path: string[]): readonly unknown[] {
    const value = this.raw(...path)
    return Array.isArray(value) ? value : []
  }

  /** A number parameter, also if it is a numeral. */
  number(name: string, otherwise: number): number {
    const value = readNumeral(this.raw(name))
    return Number.isFinite(value) ? value : otherwise
  }

  /** Translates the expressions in a value. */
  translate(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.#translateText(value)
    if (typeof value !== 'object' || value === null) return value ?? null
    if (depth > deepest) return null
    if (Array.isArray(value)) return value.map((each) => this.translate(each, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.translate(each, depth + 1)]),
    )
  }

  /** Translates a value for a parameter that takes only text. */
  asText(value: unknown): string {
    const translated = this.translate(value)
    if (translated === null || translated === undefined) return ''
    return typeof translated === 'object' ? JSON.stringify(translated) : String(translated)
  }

  #translateText(text: string): unknown {
    const { value, lost, differences } = translateText(text, this.place)
    for (const source of lost) this.#lose(source)
    for (const difference of differences) {
      if (this.lost.length < mostLost && !this.lost.includes(difference)) this.lost.push(difference)
    }
    return value
  }

  #lose(source: string): void {
    this.hasLostExpression = true
    if (this.lost.length >= mostLost) return
    const shown =
      source.length <= shownLost ? source : `${source.slice(0, shownLost).toWellFormed()}…`
    this.lost.push(`Replace the expression “${shown}”, because it has no counterpart.`)
  }

  /**
   * Returns an expression for each field in a list, with its path's last key. Names may hold blanks
   * and other signs.
   */
  readFields(value: unknown): { name: string; value: string }[] {
    return splitNames(value).flatMap((given) => {
      const path = this.#findPath(given).flatMap(splitIndexes)
      const key = path.findLast((each) => typeof each === 'string')
      const written = writePath(null, path)
      if (written === undefined) this.#lose(given)
      return key === undefined ? [] : { name: key, value: written ? `{{ ${written} }}` : '' }
    })
  }

  #findPath(value: string): Path {
    const path = readFieldPath(value, this.place)
    return path ?? translatePath(this.place.shape, this.asText(value).trim().split('.'))
  }

  /** Translates a field's name, which may be an expression, a path or a path with `$json`. */
  field(value: unknown): string {
    return typeof value === 'string' ? this.#findPath(value).join('.') : ''
  }

  /** Translates a list of field names, written as a list or as text with commas. */
  fields(value: unknown): string[] {
    return splitNames(value)
      .map((name) => this.field(name))
      .filter((name) => name !== '')
  }

  /** The value of a parameter written as `{ mode, value }` since n8n 0.200. */
  located(name: string): unknown {
    const value = this.raw(name)
    return isRecord(value) ? ownProperty(value, 'value') : value
  }

  /** Translates a list of `{ name, value }`. */
  pairs(list: readonly unknown[]): Record<string, unknown> {
    return Object.fromEntries(
      list
        .map((each) => [ownText(each, 'name'), ownProperty(each, 'value')] as const)
        .filter(([name]) => name !== '')
        .map(([name, value]) => [this.asText(name), this.translate(value)]),
    )
  }
}

/** A node that changes nothing. */
export const passOnNode: MappedNode = { type: 'set_fields', params: { fields: [] } }

export const passOn: Mapping = {
  node: passOnNode,
  shape: 'passes',
}
