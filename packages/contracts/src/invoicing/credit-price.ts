/** One euro buys 1,000 credits; a dollar of a provider's price counts as a euro (docs/reference/invoicing.md). */
export const creditsPerEuro = 1_000

const speechMarkup = 1.2

// Binary fractions of a price must not add a credit: `0.3` dollars are 300 credits, not 301.
const wholeCredits = (credits: number): number => Math.ceil(Number(credits.toFixed(6)))

/** The credits of `costUsd` dollars, rounded up (docs/reference/invoicing.md, "Entitlements and credits"). */
export const creditsOfCost = (costUsd: number): number => wholeCredits(costUsd * creditsPerEuro)

/** The price of a speech in USD, with the markup of 1.2. */
export const speechPriceUsd = (providerCredits: number, usdPerCredit: number): number =>
  Number((providerCredits * usdPerCredit * speechMarkup).toFixed(9))

/**
 * The credits of a speech for which the provider takes `providerCredits` of its own credits, at `usdPerCredit`
 * (`SPEECH_USD_PER_CREDIT`) each, with the markup of 1.2; rounded up (docs/reference/invoicing.md, "Entitlements and
 * credits").
 */
export const creditsOfSpeech = (providerCredits: number, usdPerCredit: number): number =>
  wholeCredits(speechPriceUsd(providerCredits, usdPerCredit) * creditsPerEuro)
