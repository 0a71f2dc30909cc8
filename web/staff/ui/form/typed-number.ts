/** Whether a field of numbers may hold a text: a sign in front, digits, and so many decimals at most. */
export function isNumberText(text: string, decimals: number): boolean {
  const behind = decimals === 0 ? '' : `([.,]\\d{0,${decimals}})?`
  return new RegExp(`^-?\\d*${behind}$`).test(text.replaceAll(/\s/g, ''))
}

/** A text from elsewhere without the signs that part its thousands, where they cannot be taken for its decimals. */
export function withoutGroups(text: string): string {
  const bare = text.replaceAll(/\s/g, '')
  const grouped =
    /^(-?\d{1,3}(?:([.,'’])\d{3})(?:\2\d{3})*)((?!\2)[.,]\d*)$|^(-?\d{1,3}(?:([.,'’])\d{3})(?:\5\d{3})+)$/.exec(bare)
  if (grouped === null) return bare
  const whole = grouped[1] ?? grouped[4] ?? ''
  return whole.replaceAll(/[.,'’]/g, '') + (grouped[3] ?? '')
}

/** The text of a field once something is written over its selection. */
export function replaceSelection(
  field: { readonly value: string; readonly selectionStart: number | null; readonly selectionEnd: number | null },
  written: string,
): string {
  const start = field.selectionStart ?? field.value.length
  return field.value.slice(0, start) + written + field.value.slice(field.selectionEnd ?? start)
}

/** Whether what is written is the separator that already stands behind the cursor, which only moves on. */
export function isSeparatorRetyped(
  field: { readonly value: string; readonly selectionStart: number | null; readonly selectionEnd: number | null },
  written: string,
): boolean {
  const isCursor = field.selectionStart === field.selectionEnd
  return isCursor && /^[.,]$/.test(written) && /^[.,]/.test(field.value.slice(field.selectionStart ?? 0))
}
