/** What the terms of a transfer order may name (CIRC-35). */
export const transferOrderVariables = [
  'total_price',
  'buyer_address',
  'buyer_long_name',
  'buyer_name',
  'buyer_siret',
  'buyer_capital',
  'customer_firstname',
  'customer_lastname',
  'payment_type',
  'product_label',
] as const
/** One of them. */
export type TransferOrderVariable = (typeof transferOrderVariables)[number]

/** Characters of the terms (CIRC-33). */
export const transferOrderTermsLimits = { min: 2, max: 5_000 } as const

const named = /\{\{\s*(\w+)\s*\}\}/g

/** Terms with their variables replaced, and the names in them that are none (each once, in their order). */
export interface FilledTerms {
  readonly text: string
  readonly unknown: readonly string[]
}

/**
 * Replaces `{{name}}` by its value. What is no variable stays as it was written, and is reported; a value is never read
 * again for variables.
 */
export function fillTransferOrderTerms(
  terms: string,
  values: Readonly<Record<TransferOrderVariable, string>>,
): FilledTerms {
  const unknown = new Set<string>()
  const text = terms.replaceAll(named, (whole, name: string) => {
    if (isVariable(name)) return values[name]
    unknown.add(name)
    return whole
  })
  return { text, unknown: [...unknown] }
}

/** How a variable is written within terms. */
export function variableMark(name: TransferOrderVariable): string {
  return `{{${name}}}`
}

const opened = /\{\{([^{}]*)(\}\})?/g

/** What stands in doubled braces, or behind ones that nothing closes, and is no variable: each once, in their order. */
export function unknownVariables(terms: string): readonly string[] {
  const found = [...terms.matchAll(opened)].filter(
    ([, name = '', end]) => end === undefined || !isVariable(name.trim()),
  )
  return [...new Set(found.map(([whole]) => whole.trim().slice(0, 60)))]
}

function isVariable(name: string): name is TransferOrderVariable {
  return (transferOrderVariables as readonly string[]).includes(name)
}
