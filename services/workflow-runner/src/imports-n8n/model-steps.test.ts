import { describe, expect, it } from 'vitest'
import { importN8n } from './import-n8n.ts'
import { writeN8nFile } from './n8n-file.ts'
import { pace, palette, read, readParams } from './read-row.ts'

describe('a step with a language model', () => {
  const langchain = (name: string) => `@n8n/n8n-nodes-langchain.${name}`
  const chain = {
    name: 'Judge',
    type: langchain('chainLlm'),
    parameters: { promptType: 'define', text: '={{ $json.q }}', hasOutputParser: true },
  }
  const parser = {
    name: 'Form',
    type: langchain('outputParserStructured'),
    parameters: { jsonSchemaExample: '{"score": 3}' },
  }
  const after = {
    name: 'After',
    type: 'set',
    typeVersion: 3.4,
    parameters: {
      assignments: { assignments: [{ name: 's', value: '={{ $json.output.score }}' }] },
    },
  }
  const readParsed = (types: ReadonlyMap<string, string>) => {
    const file = writeN8nFile(
      [chain, parser, after, { name: 'Model', type: langchain('lmChatAny') }],
      ['Judge > After'],
    )
    const connections = {
      ...file.connections,
      Form: { ai_outputParser: [[{ node: 'Judge', type: 'ai_outputParser', index: 0 }]] },
      Model: { ai_languageModel: [[{ node: 'Judge', type: 'ai_languageModel', index: 0 }]] },
    }
    return importN8n({ ...file, connections }, types, pace)
  }

  it("asks for its parser's schema and reads the response in a second step", async () => {
    const { graph, notes } = await readParsed(new Map([...palette, ['parse', 'Parse']]))
    const [agent, parse] = graph.nodes
    expect(agent).toMatchObject({ type: 'agent', params: { tools: [] } })
    expect(agent?.params['prompt']).toContain('{"score": 3}')
    expect(parse).toMatchObject({
      name: 'Judge',
      type: 'parse',
      params: { field: 'text', format: 'json' },
    })
    expect(readParams(graph, 'After')).toMatchObject({
      fields: [{ name: 's', value: '{{ $json.parsed.score }}' }],
    })
    expect(graph.edges.map(({ from, to }) => [from.node, to.node])).toContainEqual([
      agent?.id,
      parse?.id,
    ])
    expect(notes.every(({ outcome }) => outcome === 'mapped')).toBe(true)
  })

  it('says that its parser is missing when the platform has no parse step', async () => {
    const types = new Map([...palette].filter(([type]) => type !== 'parse'))
    const { notes } = await readParsed(types)
    expect(
      notes.filter(({ outcome }) => outcome !== 'mapped').map(({ nodeName }) => nodeName),
    ).toEqual(expect.arrayContaining(['Judge', 'Form']))
  })

  it('sorts by the category that the model names', async () => {
    const categories = { categories: [{ category: 'Order' }, { category: 'Complaint' }] }
    const { graph } = await read(
      writeN8nFile(
        [
          {
            name: 'Kind',
            type: langchain('textClassifier'),
            parameters: { inputText: '={{ $json.text }}', categories },
          },
          { name: 'A', type: 'noOp' },
          { name: 'B', type: 'noOp' },
        ],
        ['Kind > A', 'Kind:1 > B'],
      ),
    )
    expect(graph.nodes.slice(0, 2).map(({ type }) => type)).toEqual(['agent', 'switch'])
    expect(graph.edges.map(({ from }) => from.output).toSorted()).toEqual([
      'Complaint',
      'Order',
      'main',
    ])
  })
})
