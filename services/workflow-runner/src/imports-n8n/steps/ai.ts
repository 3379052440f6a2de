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
  const isJson = step.raw('jsonOutput') === true
  return toAgent(
    step,
    messages.length > 0 ? contents(messages) : [step.raw('prompt')],
    isJson ? ['The answer is text. Add a step that parses its JSON.'] : [],
  )
}

// Without a prompt of its own, a step takes the text of the chat.
const ownPrompt = (step: StepReader): unknown =>
  step.raw('text') ?? step.raw('prompt') ?? '={{ $json.chatInput }}'

const parsedOutput = (step: StepReader): readonly string[] =>
  step.raw('hasOutputParser') === true
    ? ['The answer is text. Describe its fields in the prompt and add a step that parses it.']
    : []

const chain: Mapper = (step) =>
  toAgent(
    step,
    [...contents(step.list('messages', 'messageValues'), 'message'), ownPrompt(step)],
    parsedOutput(step),
  )

const agent: Mapper = (step) =>
  toAgent(step, [step.raw('options', 'systemMessage'), ownPrompt(step)], parsedOutput(step))

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
  return toAgent(
    step,
    ['Read these fields from the text and answer with JSON.', ...names, step.raw('text')],
    ['The answer is text. Add a step that parses its JSON.'],
  )
}

const model: Mapper = () => ({
  absorbed: 'The steps that use this model take your model account.',
})

const models = [
  'lmChatOpenAi',
  'lmOpenAi',
  'lmChatAnthropic',
  'lmChatGoogleGemini',
  'lmChatGroq',
  'lmChatMistralCloud',
  'lmChatOllama',
  'lmOllama',
  'lmChatOpenRouter',
  'lmChatDeepSeek',
  'lmChatAzureOpenAi',
  'lmChatXAiGrok',
  'lmChatAwsBedrock',
  'lmChatGoogleVertex',
]

const langchain = '@n8n/n8n-nodes-langchain.'

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
  ...Object.fromEntries(models.map((name) => [`${langchain}${name}`, model])),
}
