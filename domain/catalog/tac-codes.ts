/** Type allocation codes as they are typed: divided by commas, and by whatever else stands between digits in a list. */
export function tacCodesOf(typed: string): readonly string[] {
  return typed.split(/[\s,;|]+/).filter((code) => code !== '')
}

/** The codes as they are shown and typed. */
export function tacCodesText(codes: readonly string[]): string {
  return codes.join(', ')
}
