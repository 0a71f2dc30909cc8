/** Type allocation codes as they are typed: separated by commas, semicolons, bars or white space. */
export function tacCodesOf(typed: string): readonly string[] {
  return typed.split(/[\s,;|]+/).filter((code) => code !== '')
}

/** Codes of a list that is being typed that are none, but for the last one, which may not be finished. */
export function wrongTacCodes(typed: string): readonly string[] {
  const codes = tacCodesOf(typed)
  const isOpen = codes.length > 0 && typed.trimEnd() === typed && !/[,;|]$/.test(typed)
  return codes.filter((code, at) => {
    const mayGrow = isOpen && at === codes.length - 1 && /^\d{1,8}$/.test(code)
    return !mayGrow && (!/^\d{8}$/.test(code) || codes.indexOf(code) !== at)
  })
}

/** The codes as they are shown and typed. */
export function tacCodesText(codes: readonly string[]): string {
  return codes.join(', ')
}
