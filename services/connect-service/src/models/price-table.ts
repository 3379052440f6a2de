import { z } from 'zod'
import { parsedJson } from '../network/parsed-json.ts'

export interface Price {
  inputUsd: number
  outputUsd: number
}

export type PriceTable = ReadonlyMap<string, Price>

/** The list prices of the default models. `LLM_PRICES` replaces them and adds others. */
const listPrices = {
  'gpt-5-mini': { inputUsd: 0.25, outputUsd: 2 },
  'gpt-5-nano': { inputUsd: 0.05, outputUsd: 0.4 },
  'gpt-5': { inputUsd: 1.25, outputUsd: 10 },
  'gpt-5.4-nano': { inputUsd: 0.2, outputUsd: 1.25 },
  'gpt-5.4-mini': { inputUsd: 0.75, outputUsd: 4.5 },
  'gpt-5.4': { inputUsd: 2.5, outputUsd: 15 },
}

/** The price for a managed model that has no price. It is high so that no call is free. */
export const dearPrice: Price = { inputUsd: 5, outputUsd: 25 }

const usd = z.number().min(0).max(100_000)
const Prices = z.record(z.string().min(1).max(200), z.strictObject({ input: usd, output: usd }))

/** Merges `LLM_PRICES` into the list prices. Returns undefined if the text cannot be read. */
export function parsePrices(text: string | undefined): PriceTable | undefined {
  const table = new Map<string, Price>(Object.entries(listPrices))
  if (text === undefined) return table
  const given = Prices.safeParse(parsedJson(text)).data
  if (given === undefined) return undefined
  for (const [model, { input, output }] of Object.entries(given)) {
    table.set(model, { inputUsd: input, outputUsd: output })
  }
  return table
}

/** Finds a model's price by its name, with or without the maker prefix from a gateway. */
export const findPrice = (prices: PriceTable, model: string): Price | undefined =>
  prices.get(model) ?? prices.get(model.slice(model.lastIndexOf('/') + 1))

export const calculateCost = (price: Price, inputTokens: number, outputTokens: number): number =>
  (inputTokens * price.inputUsd + outputTokens * price.outputUsd) / 1_000_000
