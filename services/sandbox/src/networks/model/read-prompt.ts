/** A tool as a request declares it. */
export interface DeclaredTool {
  name: string
  input: Record<string, unknown>
}

/** A request in either protocol, reduced to what the rules read. */
export interface ReadPrompt {
  /** The user's messages without outside texts. */
  instruction: string
  /** The outside texts. */
  data: string
  whole: string
  /** The tool results in order. */
  results: string[]
  tools: DeclaredTool[]
  schema: Record<string, unknown> | undefined
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns a content's text, which is a text or a list of parts. */
const readText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((part) => record(part)['text'])
        .filter((text) => typeof text === 'string')
        .join('\n')

const block = /<(data-[0-9a-z]+) source="[^"]*">\n([\s\S]*?)\n<\/\1>/g

/** Reads the body of `POST /chat/completions` or `POST /responses`. */
export function readPrompt(body: Record<string, unknown>): ReadPrompt {
  const messages = list(body['messages'] ?? body['input']).map(record)
  const results: string[] = []
  const asked = typeof body['input'] === 'string' ? [body['input']] : []
  const texts = [readText(body['instructions']), ...asked]
  for (const { role, type, content, output } of messages) {
    const text = type === 'function_call_output' ? readText(output) : readText(content)
    texts.push(text)
    if (role === 'tool' || type === 'function_call_output') results.push(text)
    else if (role === 'user') asked.push(text)
  }
  const whole = texts.filter((text) => text !== '').join('\n')
  const format = record(record(body['response_format'])['json_schema'])
  const inText = record(record(body['text'])['format'])
  const schema = format['schema'] ?? inText['schema']
  return {
    instruction: asked.join('\n').replaceAll(block, ' ').trim(),
    data: [...whole.matchAll(block)].map(([, , text]) => text).join('\n'),
    whole,
    results,
    tools: list(body['tools']).map((each) => {
      const declared = { ...record(each), ...record(record(each)['function']) }
      return { name: String(declared['name'] ?? ''), input: record(declared['parameters']) }
    }),
    schema: schema === undefined ? undefined : record(schema),
  }
}
