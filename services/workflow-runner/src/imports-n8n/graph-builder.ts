import { graphLimits, type WorkflowEdge, WorkflowNode, type WorkflowNote } from '@atrium/contracts'
import type { MappedNode } from './steps/mapping.ts'

export interface Position {
  x: number
  y: number
}

const longestName = 180
const longestNote = 5_000

/** Makes names unique, each in constant time. */
export class UniqueNames {
  readonly #used = new Set<string>()
  readonly #next = new Map<string, number>()

  take(wanted: string, otherwise: string): string {
    const name = wanted.trim().slice(0, longestName).toWellFormed().trim() || otherwise
    let unique = name
    for (let at = this.#next.get(name) ?? 2; this.#used.has(unique); at += 1) {
      unique = `${name} ${at}`
      this.#next.set(name, at + 1)
    }
    this.#used.add(unique)
    return unique
  }
}

/** Collects the parts of the imported graph within its limits. */
export class GraphBuilder {
  readonly nodes: WorkflowNode[] = []
  readonly edges: WorkflowEdge[] = []
  readonly notes: WorkflowNote[] = []
  readonly #known = new Set<string>()

  get isFull(): boolean {
    return this.nodes.length >= graphLimits.nodes
  }

  /** Adds a node and returns its id. `isWhole` is false if its parameters were too large. */
  add({ type, params }: MappedNode, name: string, position: Position) {
    const id = `step-${this.nodes.length + 1}`
    const read = WorkflowNode.safeParse({ id, type, name, params, position })
    this.nodes.push(read.success ? read.data : { id, type, name, params: {}, position })
    return { id, isWhole: read.success }
  }

  /** Returns false if the graph has no room for the edge. */
  connect(from: { node: string; output: string }, to: string): boolean {
    const key = JSON.stringify([from.node, from.output, to])
    if (this.#known.has(key)) return true
    if (this.edges.length >= graphLimits.edges) return false
    this.#known.add(key)
    this.edges.push({ from, to: { node: to, input: 'main' } })
    return true
  }

  addNote(text: string, position: Position): void {
    const shown = text.trim()
    if (shown === '' || this.notes.length >= graphLimits.notes) return
    this.notes.push({
      id: `note-${this.notes.length + 1}`,
      text:
        shown.length <= longestNote ? shown : `${shown.slice(0, longestNote - 1).toWellFormed()}…`,
      position,
    })
  }
}
