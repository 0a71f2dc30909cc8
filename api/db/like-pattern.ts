/** What a person typed as a part of a pattern that means just these characters. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/** Turns what a person typed into a pattern that finds it anywhere. */
export function likePattern(text: string): string {
  return `%${likeText(text)}%`
}
