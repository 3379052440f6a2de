import { fillSchema, firstSentence } from './fill-schema.ts'
import { type ModelSandbox, type ScriptedAnswer, takeScript } from './model-state.ts'
import type { DeclaredTool, ReadPrompt } from './read-prompt.ts'

/** Words in a prompt that make the stand-in misbehave, for manual tests. */
const marks: readonly (readonly [RegExp, (found: RegExpExecArray) => ScriptedAnswer])[] = [
  [/\[\[refuse\]\]/, () => ({ refusal: 'I cannot help with that.' })],
  [/\[\[broken-json\]\]/, () => ({ text: '{"half": "of a' })],
  [/\[\[long\]\]/, () => ({ text: 'x'.repeat(10_000_000) })],
  [/\[\[say:([^\]]{0,1000})\]\]/, ([, text = '']) => ({ text })],
]

/**
 * Returns the stand-in's response: a scripted one, else by the marks in the prompt, else by its
 * rules.
 */
export function answerPrompt(model: ModelSandbox, prompt: ReadPrompt): ScriptedAnswer {
  const script = takeScript(model, prompt.whole)
  if (script !== undefined) return script
  for (const [mark, answer] of marks) {
    const found = mark.exec(prompt.whole)
    if (found !== null) return answer(found)
  }
  const call = toolCall(model, prompt)
  if (call !== undefined) return { toolCalls: [call] }
  const text = prompt.data || prompt.instruction
  if (prompt.schema !== undefined)
    return { json: fillSchema(prompt.schema, { text, rules: model.rules }) }
  const last = prompt.results.at(-1)
  if (last !== undefined) return { text: `Done. ${firstSentence(withoutMarks(last))}` }
  return { text: `Answer to: ${firstSentence(withoutMarks(text))}` }
}

const withoutMarks = (text: string): string =>
  text.replaceAll(/<\/?data-[0-9a-z]{1,40}[^<>]{0,300}>/g, ' ')

/**
 * Calls each tool once if the user's instruction names it. If gullible, also calls tools named by
 * an outside text.
 */
function toolCall({ gullible, rules }: ModelSandbox, prompt: ReadPrompt) {
  const obeyed = gullible ? commanded(prompt) : undefined
  if (obeyed !== undefined && prompt.results.length === 0) return obeyed
  const named = prompt.tools.filter(({ name }) => prompt.instruction.includes(name))
  const next = named[prompt.results.length]
  if (next === undefined) return undefined
  const text = [prompt.instruction, prompt.data, ...prompt.results.map(withoutMarks)].join('\n')
  const input = fillSchema(next.input, { text, rules })
  return { name: next.name, input: asInput(input) }
}

/** Finds `call <tool> {…}` inside an outside text. */
function commanded({ data, results, tools }: ReadPrompt) {
  const found = /\bcall ([a-z_]{1,64}) (\{[^\n]{0,2000}\})/.exec([data, ...results].join('\n'))
  const known = tools.find(({ name }: DeclaredTool) => name === found?.[1])
  if (known === undefined) return undefined
  try {
    return { name: known.name, input: asInput(JSON.parse(found?.[2] ?? '{}')) }
  } catch {
    return undefined
  }
}

const asInput = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
