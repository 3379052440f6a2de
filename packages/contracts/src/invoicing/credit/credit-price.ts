/**
 * One euro buys 1,000 credits. A dollar of provider cost counts as one euro
 * (docs/reference/invoicing.md).
 */
export const creditsPerEuro = 1_000

const speechMarkup = 1.2

// Binary fractions must not add a credit: `0.3` dollars are 300 credits, not 301.
const wholeCredits = (credits: number): number => Math.ceil(Number(credits.toFixed(6)))

/**
 * Returns the credits for a cost in dollars, rounded up (docs/reference/invoicing.md, "Entitlements
 * and credits").
 */
export const creditsOfCost = (costUsd: number): number => wholeCredits(costUsd * creditsPerEuro)

/** Returns the USD price for a speech, with a markup of 1.2. */
export const speechPriceUsd = (providerCredits: number, usdPerCredit: number): number =>
  Number((providerCredits * usdPerCredit * speechMarkup).toFixed(9))

/**
 * Returns the credits for a speech with a markup of 1.2, rounded up. `providerCredits` are the
 * provider's credits, and each costs `usdPerCredit` (`SPEECH_USD_PER_CREDIT`). See
 * docs/reference/invoicing.md, "Entitlements and credits".
 */
export const creditsOfSpeech = (providerCredits: number, usdPerCredit: number): number =>
  wholeCredits(speechPriceUsd(providerCredits, usdPerCredit) * creditsPerEuro)
