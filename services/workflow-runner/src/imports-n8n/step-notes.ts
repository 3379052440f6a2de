import type { ImportNote, WorkflowGraph } from '@atrium/contracts'
import type { Flow } from './document/plan-flow.ts'
import type { N8nStep } from './document/read-document.ts'

/** The nodes that the organisation can use: their labels by type. */
export type Palette = ReadonlyMap<string, string>

/** Finds the problems of a graph, as before an activation. */
export type CheckGraph = (
  graph: WorkflowGraph,
) => Promise<readonly { path: string; message: string }[]>

const mostProblems = 10
const nodePath = /^graph\.nodes\.(\d{1,5})\./
// Empty fields and expressions without a counterpart have notes. Other schema errors name no cause.
const isNoted = /^(?:Too small|Invalid|Expected)/
const noExpression = /^Not an expression/

const quoteNames = (names: readonly string[]): string =>
  names.map((name) => `“${name.slice(0, 100).toWellFormed()}”`).join(', ')

interface MappedStep {
  types: string[]
  problems: string[]
  hint: string | undefined
  hasLostExpression: boolean
}

/** Collects what became of each step. Steps are named by their places in the file. */
export class StepNotes {
  readonly all: ImportNote[] = []
  readonly #steps: readonly N8nStep[]
  readonly #palette: Palette
  readonly #withLostExpression = new Set<number>()

  constructor(steps: readonly N8nStep[], palette: Palette) {
    this.#steps = steps
    this.#palette = palette
  }

  /** Notes what keeps the graph from being activated, unless a note already says so. */
  addProblems(problems: Awaited<ReturnType<CheckGraph>>, origins: readonly number[]): void {
    const noted = new Map<number, Set<string>>()
    for (const { path, message } of problems) {
      const [, index] = nodePath.exec(path) ?? []
      const at = index === undefined ? undefined : origins[Number(index)]
      if (at === undefined || isNoted.test(message)) continue
      if (noExpression.test(message) && this.#withLostExpression.has(at)) continue
      const known = noted.get(at) ?? new Set()
      noted.set(at, known)
      if (known.size >= mostProblems || known.has(message)) continue
      known.add(message)
      this.add(at, 'approximated', message)
    }
  }

  add(at: number, outcome: ImportNote['outcome'], message: string): void {
    const { name = '', type = '' } = this.#steps[at] ?? {}
    this.all.push({ nodeName: name, type, outcome, message })
  }

  addMapping(at: number, { types, problems, hint, hasLostExpression }: MappedStep): void {
    if (hasLostExpression) this.#withLostExpression.add(at)
    const labels = types.map((type) => `“${this.#palette.get(type) ?? type}”`).join(' and ')
    const missing = types.filter((type) => !this.#palette.has(type))
    const all = [
      ...missing.map((type) => `Atrium does not offer the step ${type} yet.`),
      ...problems,
    ]
    const [first, ...others] = all
    const became = `It became ${labels}.`
    if (first === undefined)
      this.add(at, 'mapped', hint === undefined ? became : `${became} ${hint}`)
    else this.add(at, 'approximated', `${became} ${first}`)
    for (const problem of others) this.add(at, 'approximated', problem)
  }

  addLost(lost: Flow['lost'], isPlaced: (at: number) => boolean): void {
    const placed = new Set(this.#steps.flatMap(({ name }, at) => (isPlaced(at) ? [name] : [])))
    for (const [at, names] of lost) {
      const [kept, gone] = [
        names.filter((name) => placed.has(name)),
        names.filter((name) => !placed.has(name)),
      ]
      if (!isPlaced(at)) {
        if (kept.length > 0)
          this.add(at, 'missing', `Connect its replacement to ${quoteNames(kept)}.`)
        if (gone.length > 0)
          this.add(at, 'missing', `Connect its replacement to what replaces ${quoteNames(gone)}.`)
        continue
      }
      if (kept.length > 0)
        this.add(at, 'missing', `The connection to ${quoteNames(kept)} is lost. Draw it again.`)
      // The step itself is whole. Only what follows is missing.
      if (gone.length > 0)
        this.add(at, 'approximated', `Connect it to what replaces ${quoteNames(gone)}.`)
    }
    for (const [at, { hasErrorOutput }] of this.#steps.entries()) {
      if (hasErrorOutput && isPlaced(at)) {
        this.add(at, 'missing', 'The output for errors is lost. A failed step ends the run.')
      }
    }
  }
}
