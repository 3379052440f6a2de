/** The items of one edge among those into a node: `count` of them from the index `from`. */
export interface InputRange {
  node: string
  output: string
  input: string
  from: number
  count: number
}
