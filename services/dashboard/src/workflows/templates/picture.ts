import type { WorkflowGraph } from '@atrium/contracts'
import { nodeSize, type Palette, type Point } from '../graph/graph.ts'

const margin = 24
/** A picture's minimum width. It gives a small graph the box size of a graph with four columns. */
const leastWidth = 1_180

/** Draws a small picture of a graph: boxes with their groups, and lines between them. */
export function drawPicture(
  graph: WorkflowGraph,
  places: ReadonlyMap<string, Point>,
  palette: Palette,
) {
  const { width, height } = nodeSize
  const boxes = graph.nodes.flatMap(({ id, type }) => {
    const place = places.get(id)
    return place === undefined ? [] : [{ ...place, id, category: palette.get(type)?.category }]
  })
  const lines = graph.edges.flatMap(({ from, to }, index) => {
    const [source, target] = [places.get(from.node), places.get(to.node)]
    if (source === undefined || target === undefined) return []
    const [x1, y1] = [source.x + width, source.y + height / 2]
    const [x2, y2] = [target.x, target.y + height / 2]
    const half = (x1 + x2) / 2
    return [{ id: String(index), path: `M${x1},${y1} C${half},${y1} ${half},${y2} ${x2},${y2}` }]
  })
  const [xs, ys] = [boxes.map(({ x }) => x), boxes.map(({ y }) => y)]
  const [left, top] = [Math.min(0, ...xs), Math.min(0, ...ys)]
  const right = Math.max(width, ...xs.map((x) => x + width))
  const bottom = Math.max(height, ...ys.map((y) => y + height))
  const free = Math.max(margin, (leastWidth - (right - left)) / 2)
  const box = [left - free, top - margin, right - left + 2 * free, bottom - top + 2 * margin]
  return { viewBox: box.join(' '), boxes, lines }
}
