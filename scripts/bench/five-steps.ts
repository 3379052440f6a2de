const position = { x: 0, y: 0 }
const steps = ['check', 'yes', 'again', 'last']

/** Returns the graph of a trigger followed by four conditions in a row. */
export function buildFiveSteps(trigger: { type: string; params: Record<string, unknown> }) {
  const ids = ['trigger', ...steps]
  const condition = { combinator: 'and', conditions: [{ left: 'body', operator: 'exists' }] }
  return {
    nodes: ids.map((id, at) => ({
      id,
      name: id,
      ...(at === 0 ? trigger : { type: 'if', params: condition }),
      position,
    })),
    edges: steps.map((id, at) => ({
      from: { node: ids[at] ?? '', output: at === 0 ? 'main' : 'true' },
      to: { node: id, input: 'main' },
    })),
  }
}
