/** The items of one edge among those into a node: `count` of them from the index `from`. */
export interface InputRange {
  /** The name of the node that put them out. */
  node: string
  output: string
  input: string
  from: number
  count: number
}
