/** Facts of one line, a dot between two of them; a line that breaks never begins with the dot. */
export function joinWithDots(facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join('\u00a0· ')
}
