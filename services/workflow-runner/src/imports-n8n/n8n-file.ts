interface Step {
  name: string
  type: string
  parameters?: unknown
  [field: string]: unknown
}

const types = (type: string): string => (type.includes('.') ? type : `n8n-nodes-base.${type}`)

/** A connection as `From > To`, or `From:1 > To:0` with the indexes of output and input. */
const readLine = (line: string) => {
  const [from = '', to = ''] = line.split(' > ')
  const [source = '', output = '0'] = from.split(':')
  const [node = '', index = '0'] = to.split(':')
  return { source, output: Number(output), target: { node, type: 'main', index: Number(index) } }
}

/** Writes a workflow as n8n downloads it. For tests. */
export function writeN8nFile(steps: readonly Step[], lines: readonly string[] = []) {
  const connections = new Map<string, unknown[][]>()
  for (const { source, output, target } of lines.map(readLine)) {
    const outputs = connections.get(source) ?? []
    connections.set(source, outputs)
    while (outputs.length <= output) outputs.push([])
    outputs[output]?.push(target)
  }
  return {
    name: 'From elsewhere',
    nodes: steps.map((step, at) => ({
      id: `id-${at}`,
      typeVersion: 1,
      position: [at * 220, 0],
      parameters: {},
      ...step,
      type: types(step.type),
    })),
    connections: Object.fromEntries([...connections].map(([source, main]) => [source, { main }])),
    settings: { timezone: 'Europe/Berlin' },
  }
}
