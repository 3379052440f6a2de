import { ownProperty, ownText } from '@atrium/workflow-rules'
import { createShape } from '../document/item-shape.ts'
import type { Mapper, Mapping, StepReader } from './mapping.ts'

const answerShape = createShape({
  output: 'text',
  response: 'text',
  content: 'text',
  'response.text': 'text',
  'message.content': 'text',
  'content.parts': 'text',
})

const parsedShape = createShape({
  output: 'parsed',
  response: 'parsed',
  'message.content': 'parsed',
})

const longestPrompt = 20_000

function toAgent(
  step: StepReader,
  texts: readonly unknown[],
  differences: readonly string[] = [],
): Mapping {
  const prompt = texts
    .map((text) => step.asText(text).trim())
    .filter((text) => text !== '')
    .join('\n\n')
  return {
    node: { type: 'agent', params: { prompt: prompt.slice(0, longestPrompt), tools: [] } },
    shape: answerShape,
    hint: 'The answer is in the field text. Your only model account answers, unless you choose another.',
    differences: [
      ...differences,
      ...(prompt.length > longestPrompt ? ['The prompt was too long and has been cut.'] : []),
    ],
  }
}

const contents = (list: readonly unknown[], key = 'content'): unknown[] =>
  list.map((each) => ownProperty(each, key))

const onlyTexts = 'There is no step for pictures, sounds and assistants of a model.'

const openAi: Mapper = (step) => {
  const resource = step.text('resource') || 'text'
  if (!['text', 'chat'].includes(resource)) return { missing: onlyTexts }
  const operation = step.text('operation')
  if (!['', 'complete', 'message', 'response'].includes(operation)) return { missing: onlyTexts }
  const messages = [
    ...step.list('messages', 'values'),
    ...step.list('messages', 'messages'),
    ...step.list('responses', 'values'),
    ...step.list('prompt', 'messages'),
  ]
  const texts = messages.length > 0 ? contents(messages) : [step.raw('prompt')]
  return step.raw('jsonOutput') === true ? toParsed(step, texts, '') : toAgent(step, texts)
}

// Without its own prompt, a step takes the chat's text.
const ownPrompt = (step: StepReader): unknown =>
  step.raw('text') ?? step.raw('prompt') ?? '={{ $json.chatInput }}'

const longestForm = 4_000

/** The form that an output parser asks for. Empty if it names none. */
function readForm(step: StepReader): string {
  const parser = step.parts.find(({ type }) => type.includes('.outputParserStructured'))
  for (const name of ['jsonSchemaExample', 'inputSchema', 'jsonSchema']) {
    const form = ownText(parser?.parameters, name).trim()
    if (form !== '') return form.slice(0, longestForm)
  }
  return ''
}

/** Asks for JSON and reads it in a second step. */
function toParsed(step: StepReader, texts: readonly unknown[], form: string): Mapping {
  const asked = 'Answer only with JSON, without any other text.'
  const agent = toAgent(step, [...texts, form === '' ? asked : `${asked} Its form is: ${form}`])
  if (!step.has('parse') || agent.node === undefined) {
    return { ...agent, differences: ['The answer is text. Add a step that reads its JSON.'] }
  }
  return {
    ...agent,
    before: [agent.node],
    node: { type: 'parse', params: { field: 'text', format: 'json' } },
    shape: parsedShape,
    hint: 'The second step reads the JSON of the answer into the field parsed.',
  }
}

const answer = (step: StepReader, texts: readonly unknown[]): Mapping =>
  step.raw('hasOutputParser') === true
    ? toParsed(step, texts, readForm(step))
    : toAgent(step, texts)

const chain: Mapper = (step) =>
  answer(step, [...contents(step.list('messages', 'messageValues'), 'message'), ownPrompt(step)])

const agent: Mapper = (step) =>
  answer(step, [step.raw('options', 'systemMessage'), ownPrompt(step)])

const mostCategories = 50

/** A model names one of the categories, and a Switch sorts by it. */
function toSorted(
  step: StepReader,
  text: unknown,
  categories: readonly { name: string; about: string }[],
): Mapping {
  const shown = categories.slice(0, mostCategories)
  const list = shown
    .map(({ name, about }) => (about === '' ? name : `${name} (${about})`))
    .join('; ')
  const agent = toAgent(step, [
    `Which of these categories fits? ${list}. Answer only with the name of the category.`,
    text,
  ])
  const names = shown.map(({ name }) => name.slice(0, 90))
  return {
    ...agent,
    ...(agent.node === undefined ? {} : { before: [agent.node] }),
    node: {
      type: 'switch',
      params: {
        rules: names.map((name) => ({
          output: name,
          combinator: 'and',
          conditions: [{ left: '{{ $json.text }}', operator: 'contains', right: name }],
        })),
      },
    },
    outputs: [...names, 'else'],
    hint: 'A model names the category, and a Switch sorts by it.',
  }
}

const classifier: Mapper = (step) =>
  toSorted(
    step,
    step.raw('inputText'),
    step.list('categories', 'categories').map((each) => ({
      name: ownText(each, 'category').trim(),
      about: ownText(each, 'description').trim(),
    })),
  )

const sentiment: Mapper = (step) =>
  toSorted(
    step,
    step.raw('inputText'),
    (step.text('options', 'categories') || 'Positive, Neutral, Negative')
      .split(',')
      .map((name) => ({ name: name.trim(), about: '' })),
  )

const summary: Mapper = (step) => ({
  node: { type: 'enrich', params: {} },
  shape: createShape({ 'response.text': 'summary', 'output.text': 'summary' }),
  hint: 'The summary is in the field summary.',
  differences:
    step.raw('options', 'summarizationMethodAndPrompts') === undefined
      ? []
      : ['Say in “Instructions” what matters, because the prompts were not taken over.'],
})

const extractor: Mapper = (step) => {
  const names = step
    .list('attributes', 'attributes')
    .slice(0, 100)
    .map((each) => `${ownText(each, 'name')}: ${ownText(each, 'description')}`)
  return toParsed(step, ['Read these fields from the text.', step.raw('text')], names.join('; '))
}

/** A language model that other steps use. */
export const model: Mapper = () => ({
  absorbed: 'The steps that use this model take your model account.',
})

const langchain = '@n8n/n8n-nodes-langchain.'

const parser: Mapper = (step) =>
  step.has('parse')
    ? { absorbed: 'The step that uses it asks for this form and reads it.' }
    : { missing: 'A model answers with text. Describe its form in the prompt.' }

/** Steps that ask a language model. */
export const ai: Readonly<Record<string, Mapper>> = {
  'n8n-nodes-base.openAi': openAi,
  [`${langchain}openAi`]: openAi,
  [`${langchain}googleGemini`]: openAi,
  [`${langchain}anthropic`]: openAi,
  [`${langchain}chainLlm`]: chain,
  [`${langchain}agent`]: agent,
  [`${langchain}chainSummarization`]: summary,
  [`${langchain}informationExtractor`]: extractor,
  [`${langchain}outputParserStructured`]: parser,
  [`${langchain}outputParserAutofixing`]: parser,
  [`${langchain}textClassifier`]: classifier,
  [`${langchain}sentimentAnalysis`]: sentiment,
}
